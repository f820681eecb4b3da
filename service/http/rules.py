"""The rules of a game, to read: its RULES.md as a page on which each clause has an address (`/rules/catrina#VC-11`)."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from litestar import Request, Response, route
from markdown_it import MarkdownIt

from service.context import context_of
from service.http.answers import GET_OR_HEAD
from service.http.page import HEADERS
from service.problems import Problem

Asked = Request[Any, Any, Any]

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name} · Meeplog</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/" class="brand">Meeplog</a></header>
<main class="rules">
{text}</main>
</body>
</html>
"""
_CLAUSE = re.compile(r"<tr>\n<td>([A-Z]+-[0-9]+)</td>")


@route("/rules/{game:str}", http_method=GET_OR_HEAD, include_in_schema=False)
async def rules(request: Asked, game: str) -> Response[str]:
    for known in context_of(request).catalogue.latest:
        if known.id == game and (page := _page(game, known.names.en)):
            return Response(page, media_type="text/html", headers=HEADERS)
    raise Problem(404, "unknown-game", what=game)


@cache
def _page(game: str, name: str) -> str | None:
    file = files("domain") / game / "RULES.md"
    if not file.is_file():  # a game that is not shipped
        return None
    text = MarkdownIt("commonmark").enable("table").render(file.read_text(encoding="utf-8"))
    return _PAGE.format(name=name, text=_CLAUSE.sub(r'<tr id="\1">\n<td><a href="#\1">\1</a></td>', text))
