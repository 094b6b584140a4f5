/** Where it all begins. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.js";
import { connect, type Server, ServerContext } from "./server.js";
import { readSettings } from "./settings.js";
import "./styles/index.css";

const place = document.getElementById("app");
if (!place) throw new Error("expected an element #app in the page");

const start = async (): Promise<Server> => connect(readSettings());

start().then(
  (server) =>
    createRoot(place).render(
      <StrictMode>
        <ServerContext value={server}>
          <App />
        </ServerContext>
      </StrictMode>,
    ),
  (error: unknown) => {
    place.textContent = "The application could not start. The console says why.";
    throw error;
  },
);
