/**
 * The name of the setting that holds the key of a model. A model names a secret, and only settings that are model keys can be named.
 */

/**
 * Name of the only setting that a model's `keySecret` can read.
 *
 * @example
 * ```ts
 * modelSecretSettingName("OPENAI"); // "MODEL_SECRET_OPENAI"
 * ```
 */
export function modelSecretSettingName(keySecret: string): string {
  return `MODEL_SECRET_${keySecret}`;
}
