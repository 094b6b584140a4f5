/**
 * Samples of everything that a server answers, and a server that answers with more.
 * @module agent-server-client/mocks
 */
export * from "./generated/mocks.js";
export type { OperationId } from "./generated/operations.js";
export { mockAction, mockActionEvent, mockEvent, mockObservation, mockObservationEvent } from "./mocks/builders.js";
export type { MockedEvent } from "./mocks/emit.js";
export type { Recording } from "./mocks/recording.js";
export type { MockedRequest } from "./mocks/requests.js";
export { type MockAgentServer, type MockAgentServerOptions, mockAgentServer } from "./mocks/server.js";
export type {
  CallsTurn,
  ErrorTurn,
  Script,
  ScriptedCall,
  StuckTurn,
  TextTurn,
  Turn,
  TurnRequest,
} from "./simulator/turns.js";
export type { BashResult } from "./simulator/world.js";
