# SPDX-License-Identifier: MIT
"""Text that is a picture."""


class Drawing(str):
    """A string that a prompt shows as it is, line by line, without quotes."""

    def __repr__(self):
        return str(self)
