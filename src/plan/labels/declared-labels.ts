/**
 * The labels that a registration gives to the results of a server or an agent. `TRUSTED` and `UNTRUSTED` say whether it is trusted; without
 * either, the kind of registration decides. All other labels are the registration's own and are added to that.
 */

import { trustedLabel, untrustedLabel } from "./label.ts";

/** The form of a label of a registration's own. */
const customLabelForm = "a lower-case letter and then at most 31 lower-case letters, digits, `_` or `-`";

/** Labels that one registration can declare. */
const maxDeclaredLabels = 16;

const customLabel = /^[a-z][a-z0-9_-]{0,31}$/;

/** The problem of labels that a registration declares. Undefined if there is none. */
export function declaredLabelsFinding(labels: readonly string[]): string | undefined {
  if (labels.length > maxDeclaredLabels) return `required at most ${maxDeclaredLabels} labels, found ${labels.length}`;
  for (const [position, label] of labels.entries()) {
    const shown = JSON.stringify(label.slice(0, 80));
    if (label !== trustedLabel && label !== untrustedLabel && !customLabel.test(label))
      return `required ${trustedLabel}, ${untrustedLabel} or ${customLabelForm}, found ${shown}`;
    if (labels.indexOf(label) !== position) return `required each label once, found ${shown} again`;
  }
  return labels.includes(trustedLabel) && labels.includes(untrustedLabel)
    ? `required either ${trustedLabel} or ${untrustedLabel}, found both`
    : undefined;
}

/**
 * The member of a callable. Absent where it would say no more than that the output is UNTRUSTED.
 *
 * @example
 * ```ts
 * outputLabelsMember(["web"], false); // { outputLabels: ["UNTRUSTED", "web"] }
 * outputLabelsMember(undefined, true); // { outputLabels: [] }
 * ```
 */
export function outputLabelsMember(
  declared: readonly string[] | undefined,
  isTrusted: boolean,
): { readonly outputLabels?: readonly string[] } {
  const labels = declared ?? [];
  if (labels.includes(trustedLabel) || labels.includes(untrustedLabel) || isTrusted) return { outputLabels: labels };
  return labels.length === 0 ? {} : { outputLabels: [untrustedLabel, ...labels] };
}
