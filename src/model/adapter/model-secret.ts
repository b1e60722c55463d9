/** Where the key of a model is found: models name a secret, and only settings that are keys of models can be named. */

/** Name of the only setting that a model's `keySecret` can read. */
export function modelSecretSettingName(keySecret: string): string {
  return `MODEL_SECRET_${keySecret}`;
}
