"""Answers one JSON line per request, with the real package: what it signs, and what it says of events and signatures."""
import json
import sys

from orxhestra.events.event import Event
from orxhestra.events.filters import should_include_event
from orxhestra.security.crypto import deserialize_private_key, public_key_to_did_key, sign_json_payload
from pydantic_core import to_json

PROPERTIES = "text thinking data tool_name tool_input has_tool_calls error is_signed".split()


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


def properties(text):
    """What its properties say, or None when it is not read. Infinity is no JSON."""
    try:
        event = Event.model_validate_json(text)
    except ValueError:
        return None
    said = {name: getattr(event, name) for name in PROPERTIES}
    said["tool_calls"] = [call.tool_call_id for call in event.tool_calls]
    said["tool_responses"] = [response.result for response in event.content.tool_responses]
    said["is_final_response"] = event.is_final_response()
    said["should_include_event"] = should_include_event(event)
    message = event.to_langchain_message()
    said["message"] = [message.type, message.content, getattr(message, "tool_call_id", None)]
    return json.loads(to_json(said, inf_nan_mode="null"))


def answer(request):
    if "verify" in request:
        return [verify(text) for text in request["verify"]]
    if "sign" in request:
        return [sign(text, request["seed"]) for text in request["sign"]]
    if "properties" in request:
        return [properties(text) for text in request["properties"]]
    return Event.model_json_schema()


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
