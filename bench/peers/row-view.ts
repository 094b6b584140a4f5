/** Row "view": what a language model would see of 10,000 events, against the server's own SDK in Python. */
import { viewCosts } from "../conversation.js";
import { figureOf, type Line, type Table } from "./table.js";

export async function view(): Promise<Table> {
  const costs = await viewCosts();
  const logs = Object.keys(costs ?? {});
  const lines =
    costs === undefined ? [] : (["conversationView, toLlmMessages", "openhands-sdk 1.52.0, Python"] as const);
  const all = Object.values(costs ?? {});
  const differing = all.filter(({ isSame }) => !isSame).length;
  const same =
    differing === 0 ? "Both give the same view and the same messages." : `${differing} logs come out differently.`;
  const what = all.map(({ inView }, index) => `${logs[index]} (${inView} in the view)`).join(", ");
  return {
    row: "view",
    how:
      costs === undefined
        ? "Not measured: there is no Python with openhands-sdk and openhands-tools 1.52.0 here."
        : `Milliseconds for logs of ${all[0]?.events} events: ${what}; three processes of each in turn, 25 rounds here and 3 there in each. ${same}`,
    columns: logs.map((name) => ({ name, better: "lower" })),
    lines: lines.map((tool, index): Line => {
      const cells = logs.map((name) => [
        name,
        figureOf((index === 0 ? costs?.[name]?.ours : costs?.[name]?.theirs) ?? []),
      ]);
      return { tool, isOurs: index === 0, cells: Object.fromEntries(cells) };
    }),
  };
}
