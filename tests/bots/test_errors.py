import pickle

from bots import errors


def test_every_error_has_its_own_code_and_survives_a_process_boundary() -> None:
    classes: list[type[errors.BotError]] = [errors.BotError, *errors.BotError.__subclasses__()]
    assert len({found.code for found in classes}) == len(classes) > 5
    for found in classes:
        copy = pickle.loads(pickle.dumps(found("detail")))
        assert (type(copy), copy.detail, str(copy)) == (found, "detail", f"{found.code}: detail")
