// What the tests use of `report.mjs`.
export function report(result: object): string;
