"""What can be wrong with what a user gives, by kind."""


class BwError(Exception):
    """The base of every error that bwtools raises on purpose; its text is one line for people."""


class InvalidError(BwError, ValueError):
    """A text, file or option that cannot be read: not a hand, not a play, not a dictionary."""


class IllegalError(BwError, ValueError):
    """Well formed, and against the rules: tiles not held, two wilds in a word, money not there."""


def printable(text: str) -> str:
    """The text as one line that plays no tricks on a terminal: control characters as escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def shortened(text: str, most: int = 40) -> str:
    """The text for a message: at most so many characters of it."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quote(text: str) -> str:
    """The text in quotes for a message: at most 40 characters of it."""
    return repr(shortened(text))
