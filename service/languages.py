"""Which of the languages a caller reads best."""

from typing import Any

from litestar import Request

from domain.kernel.words import LANGUAGES, Language


def language_of(request: Request[Any, Any, Any]) -> Language:
    """The best of `Accept-Language`, English if none of ours is in it; one with the weight 0 is not wanted."""
    best: tuple[float, Language] = (0.0, "en")
    for entry in request.headers.get("accept-language", "").split(","):
        tag, _, weight = (part.strip() for part in entry.partition(";"))
        for language in LANGUAGES:
            if tag.lower().split("-")[0] == language and _weight(weight) > best[0]:
                best = _weight(weight), language
    return best[1]


def _weight(text: str) -> float:
    try:
        return float(text.removeprefix("q=") or 1)
    except ValueError:
        return 0.0
