"""The binary dump, byte by byte, and every file that is none."""

from __future__ import annotations

import datetime as dt
import io
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.exchange import maig
from graph.graph_index import Edge, EdgeIndex

AT = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def saved(index: EdgeIndex) -> bytes:
    stream = io.BytesIO()
    index.save(stream)
    return stream.getvalue()


def loaded(data: bytes) -> EdgeIndex:
    index = EdgeIndex()
    index.load(io.BytesIO(data))
    return index


def one_edge() -> EdgeIndex:
    index = EdgeIndex()
    index.add_edge("a", "bé", "knows", 0.5, {"k": "v"}, at=AT)
    return index


def test_the_layout_is_as_described_m41_m42_m43a_m43b():
    assert saved(one_edge()) == b"".join(
        [
            b"MAIG",
            struct.pack("<HI", 1, 1),
            struct.pack("<H", 1) + b"a",
            struct.pack("<H", 3) + "bé".encode(),
            struct.pack("<H", 5) + b"knows",
            struct.pack("<f", 0.5),
            struct.pack("<H", 1) + struct.pack("<H", 1) + b"k" + struct.pack("<H", 1) + b"v",
            struct.pack("<q", 1_772_366_400 * 10**9),
        ]
    )


def test_the_other_byte_order_is_read_too():
    data = (
        b"MAIG"
        + struct.pack(">HI", 1, 1)
        + b"".join(struct.pack(">H", len(text)) + text for text in (b"a", b"b", b"knows"))
        + struct.pack(">fHq", 0.25, 0, 10**15)
    )
    assert loaded(data).edges() == [Edge("a", "b", "knows", 0.25, dt.datetime(1970, 1, 12, 13, 46, 40, tzinfo=dt.UTC))]


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
MOMENTS = st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2200, 1, 1), timezones=st.just(dt.UTC))
EDGES = st.tuples(TEXT, TEXT, TEXT, st.floats(0, 1, width=32), st.dictionaries(TEXT, TEXT, max_size=3), MOMENTS)


@given(st.lists(EDGES, max_size=20))
@settings(max_examples=60, deadline=None)
def test_saving_and_loading_lose_nothing_m10_m29_m30_m43b(edges):
    index = EdgeIndex()
    for source, target, relation, weight, metadata, at in edges:
        if source != target:
            index.add_edge(source, target, relation, weight, metadata, at=at)
    assert loaded(saved(index)).edges() == index.edges()
    assert saved(loaded(saved(index))) == saved(index)


def test_loading_replaces_everything_m30():
    index = EdgeIndex()
    index.add_edge("x", "y", "likes")
    index.load(io.BytesIO(saved(one_edge())))
    assert [edge.source for edge in index.edges()] == ["a"]
    assert (index.size(), index.node_count(), index.has_edge("x", "y")) == (1, 2, False)


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (lambda data: b"GAIM" + data[4:], maig.NotMaig),
        (lambda data: b"", maig.NotMaig),
        (lambda data: data[:4] + struct.pack("<H", 99) + data[6:], maig.UnknownVersion),
        (lambda data: data[:4], maig.Damaged),
        (lambda data: data[:8], maig.Damaged),
        (lambda data: data[:-1], maig.Damaged),
        (lambda data: data[:14], maig.Damaged),
        (lambda data: data + b"!", maig.Damaged),
        (lambda data: data[:6] + struct.pack("<I", 2**32 - 1) + data[10:], maig.Damaged),
        (lambda data: data.replace("bé".encode(), b"\xff\xff\xff"), maig.Damaged),
        (lambda data: data.replace(struct.pack("<f", 0.5), struct.pack("<f", float("nan"))), maig.Damaged),
        (lambda data: data.replace(struct.pack("<f", 0.5), struct.pack("<f", 2.0)), maig.Damaged),
    ],
)
def test_a_file_that_is_none_is_refused_and_the_index_unchanged_m44_m45(damage, error):
    index = EdgeIndex()
    index.add_edge("x", "y", "likes")
    with pytest.raises(error):
        index.load(io.BytesIO(damage(saved(one_edge()))))
    assert [edge.source for edge in index.edges()] == ["x"]


def test_of_records_of_one_edge_the_last_stands_m30():
    """M30: in the place of the first, as if they had been added one after another."""
    kept, stands, other = (
        Edge("a", "b", "knows", weight, AT, {"said": said})
        for weight, said in ((0.25, "first"), (0.75, "wörtlich"), (0.5, ""))
    )
    stream = io.BytesIO()
    maig.write(stream, [kept, other._replace(target="c"), stands])
    index = loaded(stream.getvalue())
    assert index.edges() == [stands, other._replace(target="c")]
    assert (index.size(), index.node_count(), index.has_edge("a", "b")) == (2, 3, True)
    index.remove_edge("a", "b", "knows")
    assert [edge.target for edge in index.edges()] == ["c"]
    assert not index.has_edge("a", "b")


def test_every_file_that_ends_too_early_is_refused_m45():
    data = saved(one_edge())
    for end in range(4, len(data)):
        with pytest.raises(maig.Damaged):
            loaded(data[:end])


@given(st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_whatever_stands_in_a_file_it_is_read_or_refused_m45(noise):
    data = saved(one_edge())
    for some in (data[:10] + noise, data[:6] + noise + data[10:], data[:-20] + noise):
        try:
            found = loaded(some)
        except (maig.Damaged, maig.UnknownVersion):
            continue
        assert loaded(saved(found)).edges() == found.edges()
