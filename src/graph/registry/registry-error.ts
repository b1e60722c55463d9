/** The error of a mutation that the catalog refused, with the figures where the cap of a setting is reached. */
import type { RegistryRefusal } from "../../catalog/snapshot/registry-result.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";

export function registryError(
  { code, message, reached }: Pick<RegistryRefusal, "code" | "message" | "reached">,
  path: readonly string[],
): UserErrorSource {
  return reached === undefined
    ? generalError(code, message, path)
    : { code: "LIMIT_EXCEEDED", message, path, ...reached };
}
