from server.store import ids


def test_ids_are_long_and_never_the_same() -> None:
    found = {ids.new_id() for _ in range(1000)}
    assert len(found) == 1000
    assert all(len(id) == ids.LENGTH and set(id) <= set(ids.ALPHABET) for id in found)
