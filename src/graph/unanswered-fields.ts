/**
 * A check by the compiler: every field of every object type has a resolver, or a property of fitting type on its source. A field with
 * neither makes this file fail to compile, with the name of the field in the message.
 */

import type { Resolvers, ResolversParentTypes } from "./base/resolvers.generated.ts";
import type { resolvers } from "./resolvers.ts";

/** Interfaces and unions have no fields of their own to answer; directives and scalars are no objects. */
type ObjectName = {
  [Name in keyof Resolvers & keyof ResolversParentTypes]: NonNullable<Resolvers[Name]> extends {
    __resolveType?: unknown;
  }
    ? never
    : ResolversParentTypes[Name] extends object
      ? Name
      : never;
}[keyof Resolvers & keyof ResolversParentTypes];

type Keys<Type> = Type extends unknown ? keyof Type : never;

/** Fields that neither `Table` nor the type behind the object answers, as `Type.field`. */
export type UnansweredFields<Table> = {
  [Name in ObjectName & string]: `${Name}.${Exclude<
    keyof NonNullable<Resolvers[Name]> & string,
    Keys<ResolversParentTypes[Name]> | (Name extends keyof Table ? keyof Table[Name] : never) | "__isTypeOf"
  >}`;
}[ObjectName & string];

export type Complete<Missing extends never> = Missing;

export type EveryFieldIsAnswered = Complete<UnansweredFields<typeof resolvers>>;

// @ts-expect-error Without the resolvers of tools the check fails: `Tool.inputSchema` and others have no answer then.
export type ProofThatTheCheckCanFail = Complete<UnansweredFields<Omit<typeof resolvers, "Tool">>>;
