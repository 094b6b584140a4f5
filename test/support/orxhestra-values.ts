/** What made-up events are made of: values, numbers and texts with which readers, writers and signatures go wrong. */
import * as orx from "../../src/orxhestra.js";
import { bytesOfHex } from "./orxhestra.js";

/** Where things go wrong: signs, digits, escapes, combining marks, half characters, Python's words. */
export const PIECES = [
  ...'"{}[]:,-+.eE0123456789\\/ntu=_AgQw \t\n\u0301é\ufeff\u0000'.split(""),
  "\\ud800",
  "\\udc00",
  "\\u0301",
  "null",
  "true",
  "NaN",
  "Infinity",
  "-0",
  "-0.0",
  "1e400",
  "==",
  "😀",
  '"a":1,',
  "__proto__",
  "{}",
  "[]",
];
export const NUMBERS = [
  "0",
  "-0",
  "0.0",
  "-0.0",
  "-0e1",
  "1",
  "1.0",
  "1e0",
  "10e-1",
  "0.1",
  "1e-5",
  "1.5e-7",
  "1e16",
  "1e21",
  "1e22",
  "1e23",
  "1e400",
  "5e-324",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "9007199254740993.0",
  "-12345678901234567890",
  "123456789012345680000",
  "1".repeat(40),
  "1748000000",
  "1748000000.5",
  "0.30000000000000004",
  "2.5E+3",
  "01",
  "1.",
];
export const STRINGS = [
  "",
  "a",
  "é",
  "e\u0301",
  "\u212b",
  "\u1e9b\u0323",
  "\u{1f600}",
  "\uffff",
  "\u2028",
  "\u007f",
  "\u0000",
  '"',
  "\\",
  "10",
  "9",
  "__proto__",
  "constructor",
  "toJSON",
  "type",
];
export const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  1.5,
  -1,
  2 ** 53,
  1e22,
  -0,
  "",
  "a",
  "tool_call",
  "text",
  [],
  [1],
  {},
  { a: 1 },
  { type: "text", text: "a" },
  { type: "tool_call", tool_call_id: "c", tool_name: "f", args: { n: 1 } },
  { type: "hologram" },
];
export const BEYOND_JSON: readonly unknown[] = [
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  5n,
  () => 1,
  Symbol("s"),
  new Date(0),
  new Map([["a", 1]]),
  Object(5),
  Object.assign([], { length: 1 }),
  "\ud800",
];
/** All that Python strips from the end of a DID, and some that it does not. */
export const SPACES = [
  ..."\t\n\v\f\r\x1c\x1f \x85\xa0\u1680\u2003\u2028\u3000".split(""),
  "\ufeff",
  "\u200b",
  "\x00",
  " ".repeat(200),
];

/** R is the neutral point and S is 0: right for whatever bytes, when the key is of small order. */
export const UNIVERSAL = `AQ${"A".repeat(84)}==`;
/** DIDs of keys of small order, each with either sign of x, and of two that are written with a number beyond the field. */
export const SMALL_DIDS: readonly string[] = [
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
].flatMap((hex) => {
  const [key, other] = [bytesOfHex(hex), bytesOfHex(hex)];
  other[31] = (other[31] ?? 0) | 0x80;
  return [orx.publicKeyToDidKey(key), orx.publicKeyToDidKey(other)];
});
