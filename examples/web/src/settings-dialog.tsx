/** Where the server is, and the keys for it. */
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { useServer } from "./server.js";
import { addressOf, applySettings } from "./settings.js";

export function SettingsDialog({ ref }: { readonly ref: Ref<HTMLDialogElement> }): ReactNode {
  const { settings } = useServer();
  const [isMock, setMock] = useState(settings.server === null);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    applySettings({
      server: isMock ? null : addressOf(text("server")),
      sessionKey: text("sessionKey"),
      model: text("model"),
      modelKey: text("modelKey"),
      modelUrl: text("modelUrl"),
    });
  };
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="settings-title">
      <form onSubmit={save}>
        <h2 id="settings-title">Settings</h2>
        <fieldset className="choices">
          <legend>Server</legend>
          <label>
            <input type="radio" name="where" checked={isMock} onChange={() => setMock(true)} /> Built-in mock server
          </label>
          <label>
            <input type="radio" name="where" checked={!isMock} onChange={() => setMock(false)} /> Agent server
          </label>
        </fieldset>
        {!isMock && (
          <div className="fields">
            <Field name="server" label="Server URL" type="url" value={settings.server ?? ""} isRequired />
            <Field name="sessionKey" label="Session key" type="password" value={settings.sessionKey} />
            <Field name="model" label="Model of new conversations" value={settings.model} />
            <Field name="modelKey" label="Key for the model" type="password" value={settings.modelKey} />
            <Field name="modelUrl" label="URL of the model (if special)" type="url" value={settings.modelUrl} />
            <p className="hint">Keys are kept until this tab is closed, and are never in an address.</p>
          </div>
        )}
        <div className="buttons">
          <button
            type="button"
            className="button"
            onClick={({ currentTarget }) => currentTarget.form?.closest("dialog")?.close()}
          >
            Cancel
          </button>
          <button type="submit" className="button primary">
            Use this server
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly type?: "text" | "url" | "password";
  readonly isRequired?: boolean;
}

const ADDRESS = { pattern: "https?://.+", title: "An address that begins with http:// or https://" };

function Field({ name, label, value, type = "text", isRequired = false }: FieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  // Not as `defaultValue`, which is an attribute: a key must not stand in the text of the page
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  return (
    <label className="field">
      <span>{label}</span>
      <input
        ref={input}
        name={name}
        type={type}
        {...(type === "url" ? ADDRESS : {})}
        required={isRequired}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}
