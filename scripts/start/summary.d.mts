// What the tests use of `summary.mjs`.
export function dollars(micros: number): string;
export function runLines(execution: object, executions: number): readonly string[];
export function shortened(text: string): string;
