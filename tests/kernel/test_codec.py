"""The canonical writing."""

import msgspec
import pytest

from domain.kernel.codec import decode, encode
from tests.toy.state import Commands, Show, Spot


def test_it_is_compact_and_in_order() -> None:
    assert encode({"b": [1, None], "a": "ä"}) == '{"a":"ä","b":[1,null]}'.encode()
    assert encode(Show(Spot(2))) == b'{"type":"show","spot":2}'


@pytest.mark.parametrize("data", ["", "{}", '{"type":"jump"}', '{"type":"show","spot":"2"}', '{"type":"dig","x":1}'])
def test_it_is_read_strictly(data: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode(data.encode(), Commands)
