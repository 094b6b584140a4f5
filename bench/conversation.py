"""The same as conversation-cost.ts, with the server's own SDK."""

import json
import logging
import sys
import time

import openhands.tools.file_editor
import openhands.tools.terminal  # noqa: F401  (the kinds of actions must be known)
from openhands.sdk.context.view import View
from openhands.sdk.event import Event, LLMConvertibleEvent

logging.disable(logging.CRITICAL)


def main(logs: str, results: str, rounds: str) -> None:
    with open(logs, encoding="utf-8") as file:
        texts = json.load(file)
    times: dict[str, list[float]] = {}
    outcome = {}
    for name, log in texts.items():
        events = [Event.model_validate(event) for event in log]
        for _ in range(int(rounds)):
            begun = time.perf_counter()
            view = View.from_events(events)
            messages = LLMConvertibleEvent.events_to_messages(view.events)
            times.setdefault(name, []).append((time.perf_counter() - begun) * 1000)
        outcome[name] = {
            "ids": [event.id for event in view.events],
            "messages": [message.model_dump(mode="json") for message in messages],
        }
    with open(results, "w", encoding="utf-8") as file:
        json.dump(outcome, file)
    print(json.dumps(times))


main(*sys.argv[1:])
