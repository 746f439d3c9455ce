"""The errors that bwtools raises for a user's input, and text in their messages."""


class BwError(Exception):
    """Base of the errors that bwtools raises on purpose; its text is one line for people."""


class InvalidError(BwError, ValueError):
    """A text, file or option cannot be read as what it should be: a hand, a play, a word list."""


class IllegalError(BwError, ValueError):
    """A well-formed action is against the rules: tiles not held, two wilds, too little money."""


def printable(text: str) -> str:
    """Return the text with unprintable characters escaped, safe to print on a terminal.

    A byte that is not UTF-8, as in a file name, is escaped as such.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return f"\\x{ord(char) - 0xDC00:02x}" if "\udc80" <= char <= "\udcff" else repr(char)[1:-1]


def shortened(text: str, max_length: int = 40) -> str:
    """Return the text for a message, cut to at most `max_length` characters."""
    return text if len(text) <= max_length else text[: max_length - 3] + "..."


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural, as in "1 tile" or "2 tiles"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def in_bytes(number: int) -> str:
    """Return a number of bytes in MB, or in kB below one."""
    return f"{number // 1_000_000} MB" if number >= 1_000_000 else f"{number // 1_000} kB"


def quote(text: str) -> str:
    """Return the text in quotes for a message, cut to 40 characters."""
    return repr(shortened(text))
