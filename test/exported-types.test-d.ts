/** No exported type is `any` or `never`; every zod schema has the generated type. */
import { expectTypeOf } from "vitest";
import type * as z from "zod/mini";
import type * as contract from "../src/contract.js";
import type * as conversation from "../src/conversation.js";
import type * as types from "../src/generated/types.js";
import type * as client from "../src/index.js";
import type { components, operations, paths, Schema } from "../src/index.js";
import type * as schemas from "../src/schemas.js";
import type * as stream from "../src/stream.js";
import type { IsAny, IsNever } from "./support/equal.js";

type Schemas = components["schemas"];

type Broken<T> = IsAny<T> extends true ? "any" : IsNever<T> extends true ? "never" : false;

/** Names of what is `any` or `never` in a table of types. */
type BrokenIn<Table> = { [K in keyof Table]-?: Broken<Table[K]> extends false ? never : K }[keyof Table];

/** The same one level down: `Name.property`. Unions are looked at member by member. */
type BrokenFields<Table> = {
  [K in keyof Table & string]: `${K}.${FieldsOf<Table[K]>}`;
}[keyof Table & string];
type FieldsOf<T> = T extends object
  ? T extends Blob
    ? never
    : { [P in keyof T & string]-?: Broken<Exclude<T[P], undefined>> extends false ? never : P }[keyof T & string]
  : never;

expectTypeOf<BrokenIn<Schemas>>().toBeNever();
expectTypeOf<BrokenFields<Schemas>>().toBeNever();
expectTypeOf<BrokenIn<operations>>().toBeNever();
expectTypeOf<BrokenFields<operations>>().toBeNever();
expectTypeOf<BrokenIn<paths>>().toBeNever();
expectTypeOf<BrokenIn<typeof client>>().toBeNever();
expectTypeOf<BrokenIn<typeof schemas>>().toBeNever();
expectTypeOf<BrokenIn<typeof contract>>().toBeNever();
expectTypeOf<BrokenIn<typeof conversation>>().toBeNever();
expectTypeOf<BrokenIn<typeof stream>>().toBeNever();

/** What a function of the package takes and gives is no `any` either. */
type BrokenCalls<Module> = {
  [K in keyof Module]: Module[K] extends (...args: infer Args) => infer Result
    ? Broken<Result> extends false
      ? IsAny<Args[number]> extends true
        ? K
        : never
      : K
    : never;
}[keyof Module];

expectTypeOf<BrokenCalls<Omit<typeof client, "matchEvent" | "unwrap">>>().toBeNever();
expectTypeOf<BrokenCalls<typeof schemas>>().toBeNever();
expectTypeOf<BrokenCalls<typeof contract>>().toBeNever();
expectTypeOf<BrokenCalls<typeof conversation>>().toBeNever();
expectTypeOf<BrokenCalls<typeof stream>>().toBeNever();

// These tests can fail
type Loose = ReturnType<typeof JSON.parse>;
expectTypeOf<BrokenIn<{ fine: unknown; loose: Loose; empty: never }>>().toEqualTypeOf<"loose" | "empty">();
expectTypeOf<BrokenFields<{ A: { fine: string; empty?: never } | { fine: 1 } }>>().toEqualTypeOf<"A.empty">();

/** What exists only as a type, by name. */
interface Exported {
  ActionOf: client.ActionOf<client.ActionKind>;
  AgentEvent: client.AgentEvent;
  BashEvent: client.BashEvent;
  EventHandlers: client.EventHandlers;
  EventOf: client.EventOf<client.EventKind>;
  EventSource: client.EventSource;
  FullState: client.FullState;
  GoalState: client.GoalState;
  Issue: client.Issue;
  KnownAction: client.KnownAction;
  KnownBashEvent: client.KnownBashEvent;
  KnownEvent: client.KnownEvent;
  KnownObservation: client.KnownObservation;
  KnownToolDefinition: client.KnownToolDefinition;
  ObservationOf: client.ObservationOf<client.ObservationKind>;
  ServerInfo: client.ServerInfo;
  TextSource: client.TextSource;
  ToolArguments: client.ToolArguments;
  ToolKind: client.ToolKind;
  UnknownAction: client.UnknownAction;
  UnknownBashEvent: client.UnknownBashEvent;
  UnknownEvent: client.UnknownEvent;
  UnknownObservation: client.UnknownObservation;
  UnknownToolDefinition: client.UnknownToolDefinition;
  Unlisted: client.Unlisted;
  UsageStats: client.UsageStats;
  Finding: contract.Finding;
  Severity: contract.Severity;
  Touched: contract.Touched;
  ConversationConnection: conversation.ConversationConnection;
  ConversationContents: conversation.ConversationContents;
  ConversationItem: conversation.ConversationItem;
  ConversationSnapshot: conversation.ConversationSnapshot;
  ConversationStore: conversation.ConversationStore;
  ConversationStoreOptions: conversation.ConversationStoreOptions;
  ConversationView: conversation.ConversationView;
  ConnectionUpdate: conversation.ConnectionUpdate;
  Cursor: conversation.Cursor;
  EventStamps: conversation.EventStamps;
  EventUpdate: conversation.EventUpdate;
  Head: conversation.Head;
  ItemUpdate: conversation.ItemUpdate;
  LlmConvertibleEvent: conversation.LlmConvertibleEvent;
  ObservationContent: conversation.ObservationContent;
  StateUpdate: conversation.StateUpdate;
  StreamUpdate: conversation.StreamUpdate;
  ToolCall: conversation.ToolCall;
  ToolResult: conversation.ToolResult;
  UsageTotals: conversation.UsageTotals;
  ViewOptions: conversation.ViewOptions;
  EventFailure: schemas.EventFailure;
  ParsedEvent: schemas.ParsedEvent;
  ParsedEventPage: schemas.ParsedEventPage;
  ParsedEvents: schemas.ParsedEvents;
  BashStreamOptions: stream.BashStreamOptions;
  BashUpdate: stream.BashUpdate;
  EventStream: stream.EventStream;
  ReconnectOptions: stream.ReconnectOptions;
  RunOptions: stream.RunOptions;
  RunResult: stream.RunResult;
  StreamOptions: stream.StreamOptions;
  UpdateStream: stream.UpdateStream<stream.StreamUpdate>;
  WebSocketConstructor: stream.WebSocketConstructor;
  WebSocketLike: stream.WebSocketLike;
}
expectTypeOf<BrokenIn<Exported>>().toBeNever();
expectTypeOf<BrokenFields<Exported>>().toBeNever();

/** What functions give, to look at its fields. */
type Results<Module> = { [K in keyof Module]: Module[K] extends (...args: never[]) => infer Result ? Result : never };
expectTypeOf<BrokenFields<Results<Omit<typeof client, "matchEvent" | "unwrap">>>>().toBeNever();
expectTypeOf<BrokenFields<Results<typeof schemas>>>().toBeNever();
expectTypeOf<BrokenFields<Results<typeof conversation>>>().toBeNever();
expectTypeOf<BrokenFields<Results<typeof stream>>>().toBeNever();
expectTypeOf<BrokenFields<Results<{ read(): { found: Loose } }>>>().toEqualTypeOf<"read.found">();

// ---------------------------------------------------------------------------------------------------------------------
// zod schemas

type SchemaExports = {
  [K in keyof typeof schemas as K extends `${infer Name}Schema` ? Name : never]: (typeof schemas)[K];
};
/** The closed twin of a schema that travels both ways has that schema's type. */
type TypeNameOf<Name> = Name extends keyof Schemas ? Name : Name extends `${infer Base}Input` ? Base : never;
type Outputs = { [Name in keyof SchemaExports]: z.output<SchemaExports[Name]> };
type Generated = { [Name in keyof SchemaExports]: Schema<TypeNameOf<Name> & keyof Schemas> };

expectTypeOf<Outputs>().toEqualTypeOf<Generated>();
// Every schema of the document has one
expectTypeOf<Exclude<keyof Schemas, keyof SchemaExports>>().toBeNever();
expectTypeOf<keyof SchemaExports>().not.toBeNever();
expectTypeOf<z.output<typeof schemas.EventSchema>>().toEqualTypeOf<client.AgentEvent>();
expectTypeOf<z.output<typeof schemas.ActionEventSchema>>().toEqualTypeOf<types.ActionEvent>();
