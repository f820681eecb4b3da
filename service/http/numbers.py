"""Numbers that callers write."""

import re

_WHOLE = re.compile("[0-9]{1,18}")


def whole(text: str) -> int | None:
    """A whole number of at most 18 digits; None for anything else.

    `str.isdecimal` also takes the digits of other scripts, and `int` refuses only those of thousands of digits.
    """
    return int(text) if _WHOLE.fullmatch(text) else None
