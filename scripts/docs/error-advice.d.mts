// What the tests use of `error-advice.mjs`.
export const requestCodes: { readonly [code: string]: readonly [meaning: string, advice: string] };
export const userErrorAdvice: { readonly [code: string]: string };
export const failureAdvice: { readonly [code: string]: string };
