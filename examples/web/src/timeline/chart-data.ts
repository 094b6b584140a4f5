/** What the client tool `show_chart` was called with. A model wrote it: it may be anything. */

export interface ChartData {
  readonly title: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

/** Null: that cannot be drawn. */
export function chartOf(call: unknown): ChartData | null {
  if (!isFields(call) || !Array.isArray(call["bars"])) return null;
  const bars = call["bars"].flatMap((bar: unknown) => {
    if (!isFields(bar) || !Number.isFinite(bar["value"])) return [];
    return [{ label: textOr(bar["label"], ""), value: Math.max(0, Number(bar["value"])) }];
  });
  return bars.length === 0 ? null : { title: textOr(call["title"], "Chart"), bars };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);
