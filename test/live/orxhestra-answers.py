"""Answers one JSON line per request, with the real package: what it signs, and what it says of signatures."""
import json
import sys

from orxhestra.events.event import Event
from orxhestra.security.crypto import deserialize_private_key, public_key_to_did_key, sign_json_payload


def verify(text):
    try:
        return Event.model_validate_json(text).verify_signature()
    except Exception as error:
        return type(error).__name__


def sign(text, seed):
    event = Event.model_validate_json(text)
    key = deserialize_private_key(bytes.fromhex(seed))
    event.signer_did = public_key_to_did_key(key.public_key())
    event.signature = sign_json_payload(key, event.signable_payload())
    return event.model_dump_json()


def answer(request):
    if "verify" in request:
        return [verify(text) for text in request["verify"]]
    if "sign" in request:
        return [sign(text, request["seed"]) for text in request["sign"]]
    return Event.model_json_schema()


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
