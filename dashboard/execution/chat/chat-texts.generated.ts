// Generated from dashboard/execution/chat/chat-texts.graphql by scripts/generate.mjs. Do not edit.
import type { Operation } from "../../api/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ChatTextsQueryVariables = Exact<{
  id: string;
}>;


export type ChatTextsQuery = { readonly execution: { readonly steps: ReadonlyArray<
      | { readonly __typename: 'ToolStep', readonly toolName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null }
      | { readonly __typename: 'AgentStep', readonly agentName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null, readonly text: { readonly value: unknown } | null }
      | { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly finishedAt: string | null }
      | { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly finishedAt: string | null }
      | { readonly __typename: 'ParallelStep', readonly stepId: string, readonly finishedAt: string | null, readonly children: ReadonlyArray<
          | { readonly __typename: 'ToolStep', readonly toolName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null }
          | { readonly __typename: 'AgentStep', readonly agentName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null, readonly text: { readonly value: unknown } | null }
          | { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly finishedAt: string | null }
          | { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly finishedAt: string | null }
          | { readonly __typename: 'ParallelStep', readonly stepId: string, readonly finishedAt: string | null, readonly children: ReadonlyArray<
              | { readonly __typename: 'ToolStep', readonly toolName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null }
              | { readonly __typename: 'AgentStep', readonly agentName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null, readonly text: { readonly value: unknown } | null }
              | { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly finishedAt: string | null }
              | { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly finishedAt: string | null }
              | { readonly __typename: 'ParallelStep', readonly stepId: string, readonly finishedAt: string | null }
            > }
        > }
    > } | null };

type Said_ToolStep_Fragment = { readonly __typename: 'ToolStep', readonly toolName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null };

type Said_AgentStep_Fragment = { readonly __typename: 'AgentStep', readonly agentName: string, readonly stepId: string, readonly finishedAt: string | null, readonly content: { readonly value: unknown, readonly byteSize: number } | null, readonly text: { readonly value: unknown } | null };

type Said_WorkflowStep_Fragment = { readonly __typename: 'WorkflowStep', readonly stepId: string, readonly finishedAt: string | null };

type Said_HumanInputStep_Fragment = { readonly __typename: 'HumanInputStep', readonly stepId: string, readonly finishedAt: string | null };

type Said_ParallelStep_Fragment = { readonly __typename: 'ParallelStep', readonly stepId: string, readonly finishedAt: string | null };

export type SaidFragment =
  | Said_ToolStep_Fragment
  | Said_AgentStep_Fragment
  | Said_WorkflowStep_Fragment
  | Said_HumanInputStep_Fragment
  | Said_ParallelStep_Fragment
;

export const chatTexts = "query ChatTexts($id:ID!){execution(by:{id:$id}){steps{...Said ...on ParallelStep{children{...Said ...on ParallelStep{children{...Said}}}}}}}fragment Said on Step{__typename stepId finishedAt ...on ToolStep{toolName content{value(maxBytes:16384)byteSize}}...on AgentStep{agentName content{value(maxBytes:16384)byteSize}text:output{value(pointer:\"/text\" maxBytes:16384)}}}" as Operation<ChatTextsQuery, ChatTextsQueryVariables>;
