/** What the conversation has used so far. */
import { useConversation } from "agent-server-client/react";
import type { ReactNode } from "react";
import { useServer } from "../server.js";

const tokens = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 4 });

/** `snapshot.usage` is what `usageTotals` makes of the server's figures. */
export function Usage({ id }: { readonly id: string }): ReactNode {
  const { client } = useServer();
  const { snapshot: usage } = useConversation(client, id, { select: (snapshot) => snapshot.usage });
  const figures = [
    ["In", tokens.format(usage.promptTokens)],
    ["Out", tokens.format(usage.completionTokens)],
    ["Cached", tokens.format(usage.cacheReadTokens)],
    ["Reasoning", tokens.format(usage.reasoningTokens)],
    ["Cost", dollars.format(usage.cost)],
  ] as const;
  return (
    <section className="usage" aria-label="Usage">
      <dl>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
