/**
 * Reads JSON from an address that a caller gave as the input of a workflow: through the guarded fetch, so that no address inside the
 * network is reached, within limits of size and time. Neither the address nor its content appears in a message.
 */
import type { LinkResult } from "../../a2a-server/ports.ts";
import { EgressDenied, ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import { guardedFetch } from "../../durable/calls/guarded-fetch.ts";
import { requestLimits } from "../../graph/base/request-limits.ts";
import { type Json, jsonDepth } from "../../json/json.ts";
import { boundsText, isWithin } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import type { Settings } from "../settings/settings.ts";

const timeoutMs = 10_000;

export async function readLink(
  url: string,
  { egress, maxResponseBytes }: Pick<Settings, "egress" | "maxResponseBytes">,
  signal: AbortSignal,
): Promise<LinkResult> {
  const limitBytes = Math.min(maxResponseBytes, requestLimits.bytes);
  const get = guardedFetch({
    rules: egress,
    maxResponseBytes: limitBytes,
    fetch: (address, init) => fetch(address, init),
    awaitHeaders: (_, run) => run(),
  });
  try {
    const response = await get(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (response.ok) return jsonIn(await response.text());
    await response.body?.cancel();
    return missing(`required an address that answers, found the status ${response.status}`);
  } catch (error) {
    if (error instanceof EgressDenied) return missing("required a public https address, found another");
    if (error instanceof ResponseTooLarge) return missing(`required at most ${limitBytes} bytes, found more`);
    return missing("required an address that answers, found none in time");
  }
}

function jsonIn(text: string): LinkResult {
  if (!isWithin(text, maxJson)) {
    return missing(`required ${boundsText(maxJson)}, found more`);
  }
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return missing("required JSON, found other content");
  }
  const maximum = requestLimits.jsonDepth;
  if (jsonDepth(value, maximum + 1) <= maximum) return { ok: true, value };
  return missing(`required at most ${maximum} objects and arrays within one another, found more`);
}

function missing(finding: string): LinkResult {
  return { ok: false, finding };
}
