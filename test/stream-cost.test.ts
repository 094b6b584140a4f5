/** Following a log costs what parsing it costs, some more, and no memory. Ratios, with slack for a busy machine. */
import { expect, test } from "vitest";
import { streamCosts } from "../bench/measure.js";

test("a log is followed at a fair share of the rate of JSON.parse, and leaves nothing in memory", async () => {
  const { parse, listed, reducer, iterated, growth } = await streamCosts(30_000, 5);
  const [ordered, awaited] = [reducer / listed, iterated / listed];
  console.log(
    `ordered and stored: ${ordered.toFixed(2)} of JSON.parse into a list, ${(reducer / parse).toFixed(2)} of it alone`,
  );
  console.log(`by for await: ${awaited.toFixed(2)} and ${(iterated / parse).toFixed(2)}; heap ${growth.toFixed(1)} MB`);
  expect(ordered).toBeGreaterThan(0.15);
  expect(awaited).toBeGreaterThan(0.1);
  expect(growth).toBeLessThan(5);
});
