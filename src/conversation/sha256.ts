/** SHA-256 without waiting: Web Crypto only answers later, and what a model is sent is computed at once. */

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first bits of the fractions of square and cube roots of primes: what the standard takes for its constants. */
function constants(): { initial: number[]; rounds: number[] } {
  const primes: number[] = [];
  for (let next = 2; primes.length < 64; next++) if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
  return {
    initial: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    rounds: primes.map((prime) => fraction(Math.cbrt(prime))),
  };
}

/** The bytes, one bit, zeros, and the length in bits at the end of the last block. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const all = new Uint8Array(blocks * 64);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(all.length - 4, bytes.length << 3);
  return view;
}

/** The hash of a text's UTF-8 bytes in hex digits. */
export function sha256(text: string): string {
  const { initial, rounds } = constants();
  const view = padded(new TextEncoder().encode(text));
  const words = new Int32Array(64);
  const state = Int32Array.from(initial);
  const at = (index: number): number => words[index] ?? 0;
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [at(i - 15), at(i - 2)];
      const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[i] = at(i - 16) + mixedEarly + at(i - 7) + mixedLate;
    }
    compress(state, words, rounds);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function compress(state: Int32Array, words: Int32Array, rounds: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (rounds[i] ?? 0) + (words[i] ?? 0);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word;
}
