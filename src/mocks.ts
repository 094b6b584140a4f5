/** `agent-server-client/mocks`: samples of everything that a server answers, for tests. */
export * from "./generated/mocks.js";
export { mockAction, mockActionEvent, mockEvent, mockObservation, mockObservationEvent } from "./mocks/builders.js";
