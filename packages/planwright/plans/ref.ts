/** The types of references: a `Ref<T>` stands for a value of type `T` that a plan will have when it runs, and has its fields. */

declare const valueType: unique symbol;
declare const itemType: unique symbol;
declare const stepMark: unique symbol;

/** Everything that can stand for a value of type `T`: a field, a text, a calculation. */
export interface Reference<out T> {
  readonly [valueType]: T;
}

/** A value whose type nobody declared: every field can be read, and every use is checked by the deployment alone. */
export type Undeclared = ReturnType<JSON["parse"]>;

/** A reference to a value of type `T`. Each property is the reference to that field; lists are read with `at`, `last` and `each`, or `[0]`. */
export type Ref<T> = unknown extends T ? Undeclared : Reference<T> & Fields<NonNullable<T>>;

type Fields<T> = [T] extends [readonly unknown[]]
  ? { readonly [index: number]: Ref<T[number]> } & { readonly [Index in NearEnds]: Ref<T[number]> }
  : [T] extends [object]
    ? Members<T> & { readonly [Key in Exclude<KeyOfAny<T>, keyof T>]: Ref<MemberOfAny<T, Key>> }
    : unknown;

/** Items that can be read under `noUncheckedIndexedAccess` as well. For all others there is `at`. */
type NearEnds = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | -1 | -2 | -3;

type Members<T> = { readonly [Key in keyof T]-?: Ref<Exclude<T[Key], undefined>> };

/** The names that any of several types has: a field that only some of them have may be read, and then may have no value. */
type KeyOfAny<T> = T extends unknown ? keyof T : never;
type MemberOfAny<T, Key> = T extends unknown ? (Key extends keyof T ? Exclude<T[Key], undefined> : never) : never;

/** What `[*]` gives: the list of what each item has. `Depth` has an entry for each `[*]`, so lists in lists stay nested. */
export type Each<Item, Depth extends readonly unknown[] = [1]> = unknown extends Item
  ? Undeclared
  : Reference<Nested<Item, Depth>> & EachMark<Item, Depth> & EachField<NonNullable<Item>, Depth>;

/** Of what kind each item is, so that `[*]` can follow once more. */
export interface EachMark<out Item, out Depth> {
  readonly [itemType]: readonly [Item, Depth];
}

type EachField<T, Depth extends readonly unknown[]> = [T] extends [readonly unknown[]]
  ? { readonly [index: number]: Each<T[number], Depth> } & { readonly [Index in NearEnds]: Each<T[number], Depth> }
  : [T] extends [object]
    ? EachMember<T, Depth> & { readonly [Key in Exclude<KeyOfAny<T>, keyof T>]: Each<MemberOfAny<T, Key>, Depth> }
    : unknown;

type EachMember<T, Depth extends readonly unknown[]> = {
  readonly [Key in keyof T]-?: Each<Exclude<T[Key], undefined>, Depth>;
};

export type Nested<T, Depth extends readonly unknown[]> = Depth extends readonly [unknown, ...infer Rest]
  ? Nested<T, Rest>[]
  : T;

/** A step of the plan. As a reference it is its output. */
export type Step<Output> = Ref<Output> & StepHandle;

/** What makes a reference a step. */
export interface StepHandle {
  readonly [stepMark]: true;
}

/** How a step ended. */
export type EndedStatus = "SUCCEEDED" | "PARTIAL" | "FAILED" | "SKIPPED" | "CANCELLED";

/** A value of type `T` as a plan can give it: written out, a reference, or written out with references in it. */
export type Given<T> = Reference<T> | Written<T>;

type Written<T> = unknown extends T
  ? WrittenJson
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: Given<T[Key]> }
      : never;

/** JSON with references in it. */
export type WrittenJson =
  | Reference<unknown>
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly WrittenJson[]
  | { readonly [name: string]: WrittenJson };

/** The names of the fields of `T`, any where they are not known. */
export type NameOf<T> = unknown extends T ? string : string & keyof T;
