/** What an application takes. */
import { renderToString } from "react-dom/server.browser";
import { portable } from "./portable.js";
import { useReact } from "./react.js";
import { place } from "./task.js";

place.used = async (task, given) => ({ ...(await portable(task, given)), react: useReact(task, renderToString) });
// This renderer holds a channel open
place.isEndless = true;
