/** The frame: conversations on one side, the one that is shown on the other. */
import { type ReactNode, useCallback, useRef } from "react";
import { Conversation } from "./conversation/conversation.js";
import { ConversationList } from "./list/conversation-list.js";
import { useRoute } from "./route.js";
import { SettingsDialog } from "./settings-dialog.js";

export function App(): ReactNode {
  const id = useRoute();
  const settings = useRef<HTMLDialogElement>(null);
  const openSettings = useCallback(() => settings.current?.showModal(), []);
  return (
    <div className="app" data-shows={id === null ? "list" : "conversation"}>
      <ConversationList selectedId={id} onSettings={openSettings} />
      <main className="main">
        {id === null ? <Welcome /> : <Conversation key={id} id={id} onSettings={openSettings} />}
      </main>
      <SettingsDialog ref={settings} />
    </div>
  );
}

const Welcome = (): ReactNode => (
  <div className="welcome">
    <h1>Agent chat</h1>
    <p>Choose a conversation, or begin a new one.</p>
  </div>
);
