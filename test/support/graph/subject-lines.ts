/** Everything of one subject in both forms: the names that `exportSubject` lists, and the lines of the export with the contents. */

export interface SubjectLine {
  readonly kind: string;
  readonly id?: string;
  readonly name?: string;
  readonly after?: string;
  readonly offset?: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has other members, and each assertion names those that it reads.
  readonly content?: any;
  readonly errors?: readonly object[];
}

export interface SubjectNames {
  readonly executionIds: readonly unknown[];
  readonly conversationIds: readonly unknown[];
  readonly artifacts: readonly unknown[];
  readonly schedules: readonly unknown[];
  readonly apiKeyIds: readonly unknown[];
  readonly secrets: readonly unknown[];
  readonly oauthConnectionIds: readonly unknown[];
  readonly registrations: readonly unknown[];
}

const query = `query ($subject: String!, $after: String) {
  exportSubject(subject: $subject, after: $after) {
    executionIds conversationIds artifacts schedules apiKeyIds secrets oauthConnectionIds registrations { kind name } cursor
  }
}`;

export interface SubjectPage {
  readonly exportSubject: SubjectNames & { readonly cursor: string | null };
}

/** The names in all pages. */
export async function listedNames(
  subject: string,
  ask: (query: string, variables: { readonly [name: string]: unknown }) => Promise<SubjectPage>,
): Promise<SubjectNames> {
  let all: SubjectNames = namesIn([]);
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const { cursor, ...page }: SubjectPage["exportSubject"] = (await ask(query, { subject, after })).exportSubject;
    const members = Object.keys(page) as (keyof SubjectNames)[];
    all = Object.fromEntries(members.map((member) => [member, [...all[member], ...page[member]]])) as never;
    after = cursor;
  }
  return all;
}

export function ofKind<Line extends Pick<SubjectLine, "kind">>(
  lines: readonly Line[],
  ...kinds: readonly string[]
): readonly Line[] {
  return lines.filter(({ kind }) => kinds.includes(kind));
}

/** The same names, as the lines have them. */
export function namesIn(lines: readonly SubjectLine[]): SubjectNames {
  const given = ofKind(lines, "ARTIFACT").filter(({ content }) => content.executionId === null);
  return {
    executionIds: ofKind(lines, "EXECUTION").map(({ id }) => id),
    conversationIds: ofKind(lines, "CONVERSATION").map(({ id }) => id),
    artifacts: given.map(({ content }) => content.name),
    schedules: ofKind(lines, "SCHEDULE").map(({ name }) => name),
    apiKeyIds: ofKind(lines, "API_KEY").map(({ content }) => content.keyId),
    secrets: ofKind(lines, "SECRET").map(({ content }) => content.name),
    oauthConnectionIds: ofKind(lines, "OAUTH_CONNECTION").map(({ content }) => content.id),
    registrations: ofKind(lines, "AGENT", "MANIFEST", "SERVER", "WORKFLOW").map(({ kind, name }) => ({ kind, name })),
  };
}
