/** `npm run bench:stream`: how fast a long log is followed, as a share of JSON.parse alone. Prints; asserts nothing. */
import { streamCosts } from "./measure.js";

const ROUNDS = 5;
const { frames, bytes, parse, listed, reducer, iterated, growth } = await streamCosts(100_000, ROUNDS);
console.log(`following ${frames} frames of ${bytes} bytes; node ${process.version}; best of ${ROUNDS} rounds`);
const rows = {
  "JSON.parse": parse,
  "JSON.parse into a list": listed,
  "ordered and stored": reducer,
  "by for await": iterated,
};
const shares = Object.entries(rows).map(([name, rate]) => {
  const share = { "of JSON.parse": (rate / parse).toFixed(2), "of it into a list": (rate / listed).toFixed(2) };
  return [name, { "frames/s": Math.round(rate), ...share }];
});
console.table(Object.fromEntries(shares));
console.log(`heap after 200,000 more frames that nobody keeps: ${growth.toFixed(1)} MB`);
