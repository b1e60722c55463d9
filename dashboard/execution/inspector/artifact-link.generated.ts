// Generated from dashboard/execution/inspector/artifact-link.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ArtifactLinkQueryVariables = Exact<{
  id: string;
}>;


export type ArtifactLinkQuery = { readonly node:
    | { readonly downloadUrl: string }
    | Record<PropertyKey, never>
   | null };

export const artifactLink = "query ArtifactLink($id:ID!){node(id:$id){...on Artifact{downloadUrl}}}" as Operation<ArtifactLinkQuery, ArtifactLinkQueryVariables>;
