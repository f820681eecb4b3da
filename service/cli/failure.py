"""How a command says no."""


class Failure(Exception):
    """The answer is no, or it cannot be done: one line for standard error."""

    code = 1


class Misuse(Failure):
    """The command line asks for something that does not exist."""

    code = 2
