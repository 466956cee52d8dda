# SPDX-License-Identifier: MIT
"""One module per generated file; each turns the model into text."""

BANNER = "Generated from schema/directml.json by schema/generate.py: do not edit."


def wrap(items: list[str], first: str, rest: str, width: int = 100) -> list[str]:
    """Joins comma-separated items into lines of at most `width` columns."""
    lines, line = [], first
    for number, item in enumerate(items):
        text = item + ("," if number + 1 < len(items) else "")
        if line.strip() and len(line) + 1 + len(text) > width:
            lines.append(line)
            line = rest + text
        else:
            line += text if line in (first, rest) else " " + text
    return lines + [line]


def comment(text: str, width: int = 100) -> list[str]:
    """`text` as // lines of at most `width` columns."""
    lines, line = [], "//"
    for word in text.split():
        if len(line) + 1 + len(word) > width:
            lines.append(line)
            line = "//"
        line += " " + word
    return lines + [line]
