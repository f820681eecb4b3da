"""The garbage collector in a process that keeps much for long."""

import gc


def settle() -> None:
    """To be called once, when everything is open: what is there stays, and the collector never looks at it again.

    Of what comes later the young is looked at as often as it pays, the old hardly ever. Warm matches are hundreds of
    thousands of objects without a cycle among them, and a walk over all of them is a pause that every player notices.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 1_000)
