"""The course of one command: its events so far, and the position they lead to."""

from domain.acuarella.edition import AcuarellaEdition
from domain.acuarella.events import AcuarellaEvent
from domain.acuarella.evolve import evolve
from domain.acuarella.state import Board, State, Turn, playing
from domain.acuarella.tables import Tables, tables
from domain.kernel.chance import Chance
from domain.kernel.messages import Seat


class Course:
    """Rules learn what an event brings by adding it here: only `evolve` knows."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state, self.chance = state, chance
        self.events: list[AcuarellaEvent] = []

    def add(self, event: AcuarellaEvent) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    @property
    def edition(self) -> AcuarellaEdition:
        return self.state.edition

    @property
    def known(self) -> Tables:
        return tables(self.state.edition)

    @property
    def turn(self) -> Turn:
        return playing(self.state)

    def board(self, seat: Seat) -> Board:
        return self.state.boards[seat]
