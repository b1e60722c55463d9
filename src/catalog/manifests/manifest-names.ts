/** Names within a manifest. They begin with a letter, so that none is one that a prototype has meanings for, such as `__proto__`. */
import * as z from "zod";

/** Agents, models, variables and functions of the user interface: names that language models and templates can spell. */
export const manifestNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Fields of models, which are parameters of tools. */
export const fieldNamePattern = /^\p{L}[\p{L}\p{N}_-]{0,63}$/u;

export const manifestNameRule = "1 to 64 letters, digits, `_` or `-`, the first of them a letter";

/** Words for people and models. */
export const words = z.string().max(4_000, "expected at most 4000 characters");
