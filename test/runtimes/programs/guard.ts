/** One guard and nothing else: what is bundled for it shows what a bundler can leave out. */
import { isActionEvent } from "agent-server-client";
import { place } from "./task.js";

place.used = ({ recording }) => Promise.resolve({ root: recording.rest_search.filter(isActionEvent).length });
