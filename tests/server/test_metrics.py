from bots.executor import Load
from server.metrics import Metrics


def test_what_waits_and_who_is_busy() -> None:
    metrics = Metrics()
    metrics.observe_bots(Load(1, 2, 8, 3, 4, 5, 6, 7))
    lines = metrics.render().decode().splitlines()
    for line in (
        'tengen_bot_queue{work="live"} 1.0',
        'tengen_bot_queue{work="background"} 2.0',
        'tengen_bot_workers{kind="thread"} 3.0',
        'tengen_bot_workers{kind="process"} 4.0',
        'tengen_bot_workers{kind="program"} 5.0',
        'tengen_bot_workers{kind="background"} 6.0',
        'tengen_bot_queue{work="short"} 8.0',
        "tengen_bot_memory_bytes 7.0",
    ):
        assert line in lines
