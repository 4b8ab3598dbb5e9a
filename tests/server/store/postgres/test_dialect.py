"""One text for both databases, as it is sent to PostgreSQL."""

import pytest

from server.store.postgres.dialect import drop_comments, split_top, translate
from server.store.sql import json_values


@pytest.mark.parametrize(
    ("sql", "sent"),
    [
        ("SELECT ?, ?", "SELECT $1, $2"),
        ("SELECT ?2, ?1, ?", "SELECT $2, $1, $3"),
        ("SELECT :a, :b, :a", "SELECT $1, $2, $1"),
        ("SELECT '?', ':a', \"?\" FROM t WHERE a = ?", "SELECT '?', ':a', \"?\" FROM t WHERE a = $1"),
        ("SELECT 1 -- who?\nFROM t", "SELECT 1  \nFROM t"),
        ("SELECT a::text", "SELECT a::text"),
        (f"a IN {json_values('?')}", "a = ANY ($1)"),
        (f"a NOT IN {json_values(':list')}", "a <> ALL ($1)"),
        ("? IS NULL OR a IS NOT NULL", "CAST($1 AS text) IS NULL OR a IS NOT NULL"),
        ("CAST(a AS INTEGER)", "CAST(a AS bigint)"),
        ("FROM players INDEXED BY players_by_name WHERE", "FROM players WHERE"),
        ("a NOT GLOB 'guest [0-9]*'", "a !~ '^guest [0-9]'"),
        ("a GLOB 'x?y'", "a ~ '^x.y$'"),
        ("json_group_array(json_array(a, b))", "coalesce(json_agg(json_build_array(a, b)), '[]')"),
    ],
)
def test_a_statement_is_sent_in_the_other_words(sql: str, sent: str) -> None:
    assert translate(sql).sql == sent


def test_values_come_in_the_order_of_the_marks() -> None:
    assert translate("SELECT :b, :a, :b").order({"a": 1, "b": 2, "c": 3}) == [2, 1]
    assert translate("SELECT ?, ?").order((1, 2)) == [1, 2]
    assert translate("SELECT 1").order({"a": 1}) == []
    with pytest.raises(ValueError, match="no value"):
        translate("SELECT :a").order({})


def test_comments_go_and_what_looks_like_one_stays() -> None:
    assert drop_comments("a -- it's\nb '--' /* c */ d").split() == ["a", "b", "'--'", "d"]


def test_a_list_is_split_where_nothing_is_open() -> None:
    assert list(split_top("a, f(b, c), 'd, e', g")) == ["a", "f(b, c)", "'d, e'", "g"]
