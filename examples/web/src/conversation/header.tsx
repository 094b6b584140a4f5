/** The title, the status, the connection, the branches. */
import { classifyError, unwrap } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import { type ReactNode, useState } from "react";
import { goTo } from "../route.js";
import { useServer } from "../server.js";
import { BranchMenu } from "./branch-menu.js";
import { Connection } from "./connection.js";
import { Status } from "./status.js";
import type { Branch } from "./use-branch.js";
import { useTitle } from "./use-title.js";

export function Header({ id, branch }: { readonly id: string; readonly branch: Branch }): ReactNode {
  const { client } = useServer();
  const { snapshot: status } = useConversation(client, id, { select: (snapshot) => snapshot.status });
  const [failure, setFailure] = useState<string | null>(null);
  const title = useTitle(id, status);
  const fork = async (): Promise<void> => {
    const params = { path: { conversation_id: id } };
    try {
      goTo(unwrap(await client.POST("/api/conversations/{conversation_id}/fork", { params, body: {} })).id);
    } catch (error) {
      setFailure(classifyError(error).message);
    }
  };
  return (
    <header className="head">
      <a className="button quiet back" href="#/">
        <span aria-hidden="true">‹ </span>All
      </a>
      <h1 className="head-title">{title}</h1>
      <Status status={status} />
      <Connection id={id} />
      <BranchMenu branch={branch} isBusy={status === "running"} />
      <button type="button" className="button quiet fork" onClick={() => void fork()}>
        Fork
      </button>
      {failure && (
        <p role="alert" className="banner">
          {failure}
        </p>
      )}
    </header>
  );
}
