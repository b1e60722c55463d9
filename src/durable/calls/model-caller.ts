/**
 * Calls the language models of one execution's object: with the adapter, which is loaded at the first call, the key that the model names,
 * and the guarded fetch and permits that tools use too (E10).
 */
import { modelSecretSettingName } from "../../model/adapter/model-secret.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { InvokeModel } from "../ports/ports.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import type { ConnectionPermits } from "./shared-permits.ts";

export interface ModelCallerParts {
  readonly options: Pick<ExecutionOptions, "callModel" | "modelBinding" | "modelSecret">;
  readonly fetch: GuardedFetch;
  readonly permits: Pick<ConnectionPermits, "run">;
}

export function modelCaller({ fetch, options, permits }: ModelCallerParts): InvokeModel {
  return async (request, context) => {
    const { keySecret, name } = request.model;
    const key = keySecret === null ? undefined : options.modelSecret(keySecret);
    if (keySecret !== null && key === undefined) {
      const setting = modelSecretSettingName(keySecret);
      const message = `Cannot call the model ${JSON.stringify(name)}: required the secret ${setting}, found that this deployment has none of that name`;
      const failure = { code: "UPSTREAM_UNAUTHORIZED", message, retryable: false, details: { model: name } } as const;
      return { kind: "FAILED", outcome: "NOT_SENT", failure, received: null };
    }
    const call = await options.callModel();
    const permit = <Result>(signal: AbortSignal, run: () => Promise<Result>) => permits.run(signal, run);
    return call(request, { ...context, fetch, permit, key, binding: options.modelBinding });
  };
}
