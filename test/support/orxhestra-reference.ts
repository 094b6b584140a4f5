/**
 * A second opinion on signatures of orxhestra events, sharing no code with the package: own rules for numbers and keys
 * over JSON.parse with the numbers kept as text, own base58, hashes and Ed25519 by node:crypto (OpenSSL, as in Python).
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { type Fields, isFields } from "./corpus.js";

/** A number as its text has it. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON.parse, with numbers as Digits: number tokens become strings first, and all strings get a mark. */
function parseKeeping(text: string): unknown {
  JSON.parse(text);
  return unmarked(
    JSON.parse(text.replace(TOKEN, (token) => (token[0] === '"' ? `"s${token.slice(1)}` : `"n${token}"`))),
  );
}

function unmarked(value: unknown): unknown {
  if (typeof value === "string") return value[0] === "n" ? new Digits(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(unmarked);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.slice(1), unmarked(item)]));
}

/** Python's text of a number: exact integers, floats that are whole as integers, others as repr() has them. */
function numberText(text: string): string {
  if (/^-?\d+$/.test(text)) return BigInt(text).toString();
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error("not finite");
  if (value === 0) return text.startsWith("-") ? "-0.0" : "0";
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power < -4) return `${mantissa}e-${String(-power).padStart(2, "0")}`;
  return value.toFixed(Math.max(0, (mantissa.split(".")[1] ?? "").length - power));
}

/** To Python a time is a float, however it is written; only a float keeps the sign of a zero. */
function timeOf(time: unknown): Digits {
  if (!(time instanceof Digits)) throw new Error("no time");
  if (Number(time.text) === 0) return new Digits(/^-\d.*[.eE]/.test(time.text) ? "-0.0" : "0");
  return new Digits(Number(time.text).toExponential());
}

function whole(text: string): string {
  if (Buffer.from(text, "utf8").toString("utf8") !== text) throw new Error("half a character");
  return text;
}

function canonical(value: unknown): string {
  if (value instanceof Digits) return numberText(value.text);
  if (typeof value === "string") return JSON.stringify(whole(value).normalize("NFC"));
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isFields(value)) return String(value);
  const members = Object.entries(value).map(([key, item]) => [whole(key).normalize("NFC"), canonical(item)] as const);
  const sorted = [...new Map(members)].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(",")}}`;
}

const sha256 = (text: string): string => createHash("sha256").update(whole(text), "utf8").digest("hex");
const hashOf = (value: unknown): string =>
  isFields(value) && Object.keys(value).length > 0 ? sha256(canonical(value)) : "";
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The signed bytes of an event, as text. */
function signedText(event: Fields): string {
  const { parts } = fieldsOf(event["content"]);
  const ofType = (type: string): Fields[] => (Array.isArray(parts) ? parts : []).filter((part) => part.type === type);
  const actions = fieldsOf(event["actions"]);
  const response = event["llm_response"];
  return canonical({
    id: event["id"],
    type: event["type"],
    timestamp: timeOf(event["timestamp"]),
    agent_name: event["agent_name"] ?? "",
    branch: event["branch"] ?? "",
    content_text: ofType("text").reduce((text, part) => text + String(part["text"]), ""),
    prev_signature: event["prev_signature"] ?? "",
    tool_calls: ofType("tool_call").map(({ tool_call_id, tool_name, args }) => ({
      tool_call_id,
      tool_name,
      args_hash: hashOf(args),
    })),
    actions: {
      transfer_to_agent: actions["transfer_to_agent"] ?? "",
      state_delta_hash: hashOf(actions["state_delta"]),
    },
    llm_response: isFields(response)
      ? {
          model: response["model_version"] ?? "",
          text_hash: typeof response["text"] === "string" && response["text"] ? sha256(response["text"]) : "",
        }
      : {},
  });
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const FIVE_MORE = "\x1c\x1d\x1e\x1f\x85";

/** Python's rstrip. Its `isspace` is JavaScript's \s but for the byte order mark, and five more. */
const stripped = (text: string): string => {
  const isSpace = (each: string): boolean => each !== "\ufeff" && (/\s/.test(each) || FIVE_MORE.includes(each));
  const end = text.split("").findLastIndex((each) => !isSpace(each));
  return text.slice(0, end + 1);
};

/** The 32 bytes of a did:key; leading zeros cannot be, for the mark comes first. */
function keyOf(did: string): Buffer {
  const text = /^did:key:z([1-9A-HJ-NP-Za-km-z]+)$/.exec(stripped(did))?.[1] ?? "";
  const number = text.split("").reduce((sum, character) => sum * 58n + BigInt(ALPHABET.indexOf(character)), 0n);
  const hex = number.toString(16);
  if (!/^ed01[0-9a-f]{64}$/.test(hex) || text.startsWith("1")) throw new Error("no Ed25519 key");
  const key = Buffer.from(hex.slice(4), "hex");
  if (!isGoodKey(key)) throw new Error("no point, or one that fits any message");
  return key;
}

const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** Making a key object takes longer than using it. */
const once = <T>(make: (key: Uint8Array) => T): ((key: Uint8Array) => T) => {
  const made = new Map<string, T>();
  return (key) => {
    const name = Buffer.from(key).toString("hex");
    const known = made.get(name) ?? make(key);
    made.set(name, known);
    return known;
  };
};
const publicKey = once((key) => createPublicKey({ key: Buffer.concat([SPKI, key]), format: "der", type: "spki" }));
const privateKey = once((seed) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" }),
);

/** A point of the curve whose order does not divide eight? */
const isGoodKey = once((key) => {
  try {
    return !ed25519.Point.fromBytes(key).isSmallOrder();
  } catch {
    return false;
  }
});

/** Does OpenSSL call it the signature of these bytes by this key? */
export const opensslVerifies = (signature: Uint8Array, bytes: Uint8Array, key: Uint8Array): boolean =>
  verify(null, bytes, publicKey(key), signature);

/** Is the event in this text signed, and rightly? Nothing is said of its shape beyond that. */
export function referenceVerifies(text: string): boolean {
  try {
    const event = parseKeeping(text);
    if (!isFields(event) || typeof event["signature"] !== "string" || typeof event["signer_did"] !== "string")
      return false;
    const signature = Buffer.from(event["signature"], "base64url");
    if (signature.length !== 64 || `${signature.toString("base64url")}==` !== event["signature"]) return false;
    return opensslVerifies(signature, Buffer.from(signedText(event), "utf8"), keyOf(event["signer_did"]));
  } catch {
    return false;
  }
}

/** The text of an event with a signature in the place of its null. */
export function referenceSigned(text: string, seed: Uint8Array): string {
  const event = parseKeeping(text);
  if (!isFields(event)) throw new Error("no event");
  const signature = sign(null, Buffer.from(signedText(event), "utf8"), privateKey(seed)).toString("base64url");
  return text.replace('"signature":null', `"signature":"${signature}=="`);
}
