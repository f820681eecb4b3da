"""Languages and texts that exist in each of them."""

from typing import Literal

from msgspec import Struct

Language = Literal["en", "pt", "it"]
LANGUAGES: tuple[Language, ...] = ("en", "pt", "it")


class Labels(Struct, frozen=True, forbid_unknown_fields=True):
    """One text in the three languages. As a template its `{names}` are filled by `say`."""

    en: str
    pt: str
    it: str

    def __getitem__(self, language: Language) -> str:
        return str(getattr(self, language))

    def say(self, language: Language, **values: object) -> str:
        return self[language].format(**values)
