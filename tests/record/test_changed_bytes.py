"""No byte of a record can change unseen, and the step is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.record.material import check, problem, whole_records

RECORDS = list(whole_records())
records = pytest.mark.parametrize("data", RECORDS, ids=["sealed parts", "own edition"])


@records
def test_an_untouched_record_holds(data: bytes) -> None:
    report = check(data)
    assert report.problem is None
    assert report.checked == [
        *("form", "hash chain", "header", "decisions", "draws", "nonces", "fingerprints", "seals"),
    ]
    assert report.unchecked == []


@records
@pytest.mark.parametrize("bit", [0, 5, 7], ids=["neighbour", "case", "beyond ASCII"])
def test_every_changed_byte_is_found_in_its_step(data: bytes, bit: int) -> None:
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1 << bit
        step, _ = problem(bytes(changed))
        line = data.count(b"\n", 0, place)
        # The match id stands in the header and is part of every step's hash.
        assert step == line or (line == 0 and step == 1), (place, data[place : place + 40])


@records
def test_every_truncation_is_found(data: bytes) -> None:
    for length in range(len(data)):
        step, _ = problem(data[:length])
        assert step in (0, data.count(b"\n", 0, length))  # the header says how many steps there are


@records
def test_dropped_duplicated_and_reordered_lines_are_found(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    for step in range(1, len(lines)):
        assert problem(b"".join((*lines[:step], *lines[step + 1 :])))[0] in (step, 0)  # 0: of the last
        assert problem(b"".join((*lines[: step + 1], *lines[step:])))[0] == step + 1
        if step > 1:
            swapped = (*lines[: step - 1], lines[step], lines[step - 1], *lines[step + 1 :])
            assert problem(b"".join(swapped))[0] == step - 1


@records
@given(st.data())
def test_bytes_put_in_or_taken_out_are_found(data: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, min(len(data), start + 40)))
    put = draw.draw(st.binary(max_size=10) | st.sampled_from([b" ", b"\n", b"\r\n", b"\xef\xbb\xbf", b"{}\n"]))
    changed = data[:start] + put + data[end:]
    if changed != data:
        problem(changed)


@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:0123 \n').map(str.encode))
def test_anything_may_be_given_to_verify(data: bytes) -> None:
    problem(data)


def test_brackets_in_brackets_are_a_problem_and_no_crash() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    data = RECORDS[0]
    assert problem(deep + b"\n") == (0, "form")
    start = data.index(b'"open":') + 7
    assert problem(data[:start] + deep + data[data.index(b',"previous"') :])[0] == 1
    part = data.index(b'"part":') + 7
    assert problem(data[:part] + deep + data[data.index(b"}]}\n", part) :])[0] == data.count(b"\n", 0, part)
