from typing import Final
from typing_extensions import CapsuleType

HIGHLIGHTS_QUERY: Final[str] | None
"""The syntax highlighting query for this grammar."""

INJECTIONS_QUERY: Final[str] | None
"""The language injection query for this grammar."""

LOCALS_QUERY: Final[str] | None
"""The local variable query for this grammar."""

TAGS_QUERY: Final[str] | None
"""The symbol tagging query for this grammar."""

HIGHLIGHTS_QUERY_EPP: Final[str] | None
"""What templates add to the syntax highlighting query."""

INJECTIONS_QUERY_EPP: Final[str] | None
"""What templates add to the language injection query."""

LOCALS_QUERY_EPP: Final[str] | None
"""What templates add to the local variable query."""

TAGS_QUERY_EPP: Final[str] | None
"""What templates add to the symbol tagging query."""

def language() -> CapsuleType:
    """The tree-sitter language function for this grammar."""

def language_epp() -> CapsuleType:
    """The tree-sitter language function for templates."""
