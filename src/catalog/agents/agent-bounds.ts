/** Bounds of the registration of an agent. */

const kilobyte = 1_024;

/** Every bound of a registration; bytes are those of UTF-8. */
export const agentBounds = {
  descriptionCharacters: 4_000,
  tags: 32,
  tagCharacters: 64,
  exampleQueries: 20,
  exampleQueryCharacters: 1_000,
  usageHintsCharacters: 4_000,
  instructionsBytes: 64 * kilobyte,
  skills: 20,
  skillIdCharacters: 64,
  skillBytes: 16 * kilobyte,
  tools: 64,
  toolCharacters: 200,
  actions: 32,
  actionPromptBytes: 16 * kilobyte,
} as const;
