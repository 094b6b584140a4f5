/** Questions about types for whole tables of them, where `expectTypeOf` looks at one at a time. */
export type IsAny<T> = 0 extends 1 & T ? true : false;
export type IsNever<T> = [T] extends [never] ? true : false;
