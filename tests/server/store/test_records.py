from server.store import records


def test_ids_are_long_and_never_the_same() -> None:
    found = {records.new_id() for _ in range(1000)}
    assert len(found) == 1000
    assert all(len(id) == records.LENGTH and set(id) <= set(records.ALPHABET) for id in found)
