"""Which of the languages a caller reads best."""

from typing import Any

from litestar import Request

from domain.kernel.words import LANGUAGES, Language


def language_of(request: Request[Any, Any, Any]) -> Language:
    """The best of `Accept-Language`, English if none of ours is in it."""
    wanted = request.headers.get("accept-language", "")
    ranked: list[tuple[float, Language]] = []
    for entry in wanted.split(","):
        tag, _, weight = entry.strip().partition(";q=")
        for language in LANGUAGES:
            if tag.lower().split("-")[0] == language:
                ranked.append((_weight(weight), language))
    return max(ranked, key=lambda entry: entry[0], default=(0.0, "en"))[1]


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
