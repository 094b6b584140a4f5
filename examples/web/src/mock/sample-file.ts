/** A file before and after an edit. */

export const PATH = "src/total.ts";

export const BEFORE = `/** What all of it costs. */
export function total(prices: readonly number[]): number {
  let sum = prices[0];
  for (const price of prices) {
    sum += price;
  }
  return sum;
}
`;

export const AFTER = `/** What all of it costs; nothing costs 0. */
export function total(prices: readonly number[]): number {
  let sum = 0;
  for (const price of prices) {
    sum += price;
  }
  return sum;
}
`;
