/** All conversations of a server, newest first, and a way to begin one. */
import { useQueryClient } from "@tanstack/react-query";
import type { Schema } from "agent-server-client";
import type { ReactNode } from "react";
import type { Api } from "./api.js";

interface Props {
  readonly api: Api;
  /** What a new conversation is to be like. */
  readonly template: Schema<"StartConversationRequest">;
}

const SEARCH = ["get", "/api/conversations/search"] as const;

export function ConversationList({ api: { hooks }, template }: Props): ReactNode {
  const cache = useQueryClient();
  const { data, error, isPending } = hooks.useQuery(...SEARCH, { params: { query: { limit: 20 } } });
  const create = hooks.useMutation("post", "/api/conversations", {
    onSuccess: () => cache.invalidateQueries({ queryKey: SEARCH }),
  });
  if (isPending) return <p role="status">Loading</p>;
  if (error) return <p role="alert">{String(error.detail)}</p>;
  return (
    <section aria-label="Conversations">
      <ul>
        {data.items.map(({ id, title, execution_status }) => (
          <li key={id}>
            {title ?? "Untitled"} ({execution_status})
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => create.mutate({ body: template })}>
        Begin
      </button>
    </section>
  );
}
