/**
 * Reports which operation a request asks for, once it was found valid: kind and name, never variables.
 */
import { type DocumentNode, getOperationAST } from "graphql";
import type { Plugin } from "graphql-yoga";
import type { GraphContext } from "../base/graph-context.ts";

interface ExecutedOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly contextValue: unknown;
}

export const operationNote: Plugin = {
  onExecute: ({ args }) => note(args as ExecutedOperation),
  onSubscribe: ({ args }) => note(args as ExecutedOperation),
};

function note({ contextValue, document, operationName }: ExecutedOperation): void {
  const { onOperation } = contextValue as GraphContext;
  if (onOperation === undefined) return;
  const operation = getOperationAST(document, operationName);
  if (operation !== null && operation !== undefined)
    onOperation(`${operation.operation} ${operation.name?.value ?? ""}`.trim());
}
