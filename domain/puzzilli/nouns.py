"""Pieces by their names in three languages, with adjectives and articles that agree."""

from domain.kernel.words import Labels, Language
from domain.puzzilli.edition import Noun, Piece, PuzzilliEdition

_AND = Labels(en=" and ", pt=" e ", it=" e ")


def name_of(edition: PuzzilliEdition, piece: Piece, language: Language) -> str:
    """ "white crab", "granchio bianco" """
    noun, adjective = _parts(edition, piece, language)
    words = [adjective, noun.label[language]] if language == "en" else [noun.label[language], adjective]
    return " ".join(filter(None, words))


def the(edition: PuzzilliEdition, piece: Piece, language: Language) -> str:
    """ "the white crab", "il granchio bianco" """
    noun, _ = _parts(edition, piece, language)
    return noun.article[language] + name_of(edition, piece, language)


def shape_name(edition: PuzzilliEdition, shape: str, language: Language) -> str:
    nouns: tuple[Noun, ...] = (*edition.shapes, edition.doubloon)
    return next(noun.label[language] for noun in nouns if noun.id == shape)


def listed(words: list[str], language: Language) -> str:
    """ "Anna, Bea and Ciro" """
    return _AND[language].join(filter(None, (", ".join(words[:-1]), words[-1])))


def _parts(edition: PuzzilliEdition, piece: Piece, language: Language) -> tuple[Noun, str]:
    if piece == edition.special:
        return edition.doubloon, ""
    noun, colour = edition.shape_of[piece], edition.colours[edition.colour_of[piece]]
    return noun, (colour.feminine if language in noun.feminine else colour.label)[language]
