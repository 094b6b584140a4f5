/** What `npm start` shows by itself: a scripted conversation with the mock server, while it happens. */
import { createAgentClient, createConversation } from "agent-server-client";
import { mockAgentServer, type Turn } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import { type Following, follow } from "./follow.js";

const PLACE = { url: "http://agent.example", key: "demo-key" };
const MESSAGE = "The tests fail. Please find out why, and mend it.";
