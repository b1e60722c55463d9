// Made by scripts/generate/validators.mjs from src/plan/standard-output-schema.ts. Do not edit.
declare function isValid(value: unknown): boolean;
export default isValid;
