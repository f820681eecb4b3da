"""The page for players and spectators: static files that use the HTTP interface like any other client."""

from importlib.resources import files

from litestar import Response, route
from litestar.handlers import HTTPRouteHandler

from service.http.answers import GET_OR_HEAD

_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
HEADERS = {
    # Pictures bring style attributes; scripts come from here alone.
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def page_handlers() -> list[HTTPRouteHandler]:
    """One handler for each file of the page, and the page itself at the root."""
    found = [(file.name, file.read_bytes()) for file in (files("service") / "page").iterdir()]
    return [_handler(name, content) for name, content in sorted(found) if "." + name.rpartition(".")[2] in _TYPES]


def _handler(name: str, content: bytes) -> HTTPRouteHandler:
    media_type = _TYPES["." + name.rpartition(".")[2]]

    async def send() -> Response[bytes]:
        return Response(content, media_type=media_type, headers=HEADERS)

    send.__annotations__["return"] = Response[bytes]
    path = "/" if name == "index.html" else f"/{name}"
    return route(path, http_method=GET_OR_HEAD, include_in_schema=False)(send)
