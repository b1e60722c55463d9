// Generated from dashboard/execution/inspector/step-payload.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type StepPayloadQueryVariables = Exact<{
  id: string;
  maxBytes: number;
  ofInput: boolean;
  ofOutput: boolean;
  ofContent: boolean;
  ofText: boolean;
}>;


export type StepPayloadQuery = { readonly node:
    | { readonly input?: { readonly value: unknown } | null, readonly output?: { readonly value: unknown } | null, readonly text?: { readonly value: unknown } | null, readonly content?: { readonly value: unknown } | null }
    | { readonly input?: { readonly value: unknown } | null, readonly output?: { readonly value: unknown } | null, readonly text?: { readonly value: unknown } | null, readonly content?: { readonly value: unknown } | null }
    | { readonly input?: { readonly value: unknown } | null, readonly output?: { readonly value: unknown } | null, readonly content?: { readonly value: unknown } | null }
    | { readonly input?: { readonly value: unknown } | null, readonly output?: { readonly value: unknown } | null }
    | { readonly input?: { readonly value: unknown } | null, readonly output?: { readonly value: unknown } | null }
    | Record<PropertyKey, never>
   | null };

export const stepPayload = "query StepPayload($id:ID!$maxBytes:Int!$ofInput:Boolean!$ofOutput:Boolean!$ofContent:Boolean!$ofText:Boolean!){node(id:$id){...on Step{input@include(if:$ofInput){value(maxBytes:$maxBytes)}output@include(if:$ofOutput){value(maxBytes:$maxBytes)}}...on ToolStep{text@include(if:$ofText){value(maxBytes:$maxBytes)}content@include(if:$ofContent){value(maxBytes:$maxBytes)}}...on AgentStep{text@include(if:$ofText){value(maxBytes:$maxBytes)}content@include(if:$ofContent){value(maxBytes:$maxBytes)}}...on WorkflowStep{content@include(if:$ofContent){value(maxBytes:$maxBytes)}}}}" as Operation<StepPayloadQuery, StepPayloadQueryVariables>;
