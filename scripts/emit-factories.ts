/** The few functions that generated schemas are made with, as a file of their own beside them. */

/** Written beside the schemas as it stands. */
export const FACTORIES = `import { $constructor, type $ZodCheck } from "zod/v4/core";
import * as z from "zod/mini";
import { ZodMiniDiscriminatedUnion } from "zod/mini";

/** The one cast: zod infers a type of its own from a shape; ours is the generated one (a test holds both equal). */
export const typed = <Type>(schema: z.ZodMiniType): z.ZodMiniType<Type> => schema as z.ZodMiniType<Type>;

/** An object of an answer: fields that are not listed are kept. */
export function object<Type>(shape: Record<string, z.ZodMiniType>): z.ZodMiniType<Type> {
  return typed(z.looseObject(shape));
}

/** An object of a request: fields that are not listed are refused. */
export function closedObject<Type>(shape: Record<string, z.ZodMiniType>): z.ZodMiniType<Type> {
  return typed(z.strictObject(shape));
}

type Options = readonly [z.ZodMiniType, ...z.ZodMiniType[]];
type UnionOptions = Parameters<typeof z.discriminatedUnion>[1];

/** Members told apart by the value of one field. */
export function taggedUnion<Type>(tag: string, options: Options): z.ZodMiniType<Type> {
  return typed(z.discriminatedUnion(tag, options as unknown as UnionOptions)); // the annotation hides that every option is an object
}

interface OpenUnion extends ZodMiniDiscriminatedUnion {
  _zod: ZodMiniDiscriminatedUnion["_zod"] & { def: { unlisted: z.ZodMiniType } };
}

const OpenUnion: $constructor<OpenUnion> = /*@__PURE__*/ $constructor("OpenUnion", (schema, def) => {
  ZodMiniDiscriminatedUnion.init(schema, def);
  const listed = schema._zod.parse;
  const { discriminator, unlisted } = def;
  schema._zod.parse = (payload, context) => {
    const { value } = payload;
    const tag = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[discriminator] : undefined;
    const isListed = typeof tag !== "string" || schema._zod.propValues?.[discriminator]?.has(tag);
    return isListed ? listed(payload, context) : unlisted._zod.run(payload, context);
  };
});

/** As {@link taggedUnion}, with one more member for tags that are not listed. A listed tag is held to its own member. */
export function openUnion<Type>(tag: string, options: Options, unlisted: z.ZodMiniType): z.ZodMiniType<Type> {
  const def = { type: "union", options, discriminator: tag, inclusive: false, unlisted };
  return typed(new OpenUnion(def as unknown as OpenUnion["_zod"]["def"])); // as above
}

/** Whole numbers of any size: a Python int has no bound. */
export function integer(...checks: $ZodCheck<number>[]): z.ZodMiniType<number> {
  return z.number().check(z.refine(Number.isInteger), ...checks);
}

export function string(...checks: $ZodCheck<string>[]): z.ZodMiniType<string> {
  return z.string().check(...checks);
}

export function number(...checks: $ZodCheck<number>[]): z.ZodMiniType<number> {
  return z.number().check(...checks);
}

export function array(items: z.ZodMiniType, ...checks: $ZodCheck<unknown[]>[]): z.ZodMiniType {
  return z.array(items).check(...checks);
}

export function record(values: z.ZodMiniType, ...checks: $ZodCheck<Record<string, unknown>>[]): z.ZodMiniType {
  return z.record(z.string(), values).check(...checks);
}

export function unique(): $ZodCheck<unknown[]> {
  return z.refine((items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length);
}

export function keys(names: readonly string[]): $ZodCheck<Record<string, unknown>> {
  return z.refine((value) => Object.keys(value).every((name) => names.includes(name)));
}

export function minProperties(count: number): $ZodCheck<Record<string, unknown>> {
  return z.refine((value) => Object.keys(value).length >= count);
}

export function file(): z.ZodMiniType<Blob> {
  return z.custom<Blob>((value) => value instanceof Blob);
}
`;
