/** The servers of a `.mcp.json`, as Claude Code, Cursor and VS Code write it: programs of this machine, and addresses. */
import { usageFailure } from "./command-failure.ts";
import type { Environment } from "./surroundings.ts";

export type McpServerEntry =
  | { readonly kind: "REMOTE"; readonly name: string; readonly url: string; readonly sendsHeaders: boolean }
  | {
      readonly kind: "PROGRAM";
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: { readonly [name: string]: string };
    };

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The servers of the document, in its order. Variables such as `${TOKEN}`, `${TOKEN:-text}` and `${env:TOKEN}` are taken from `env`;
 * variables that an editor would ask its user for, `${input:TOKEN}`, and all others of this form are refused by name.
 */
export function mcpServers(document: unknown, file: string, env: Environment): readonly McpServerEntry[] {
  const refused = (finding: string) => usageFailure(`Cannot read ${file}: ${finding}`);
  const listed = objectOf(document);
  const servers = objectOf(listed?.mcpServers ?? listed?.servers);
  if (servers === undefined) throw refused('required {"mcpServers": {…}}, found another document');
  const expanded = (text: unknown, place: string): string => {
    if (typeof text !== "string") throw refused(`required text at ${place}, found ${JSON.stringify(text)}`);
    return text.replace(/\$\{([^}]*)\}/g, (_, inner: string) => {
      const [, name, otherwise] = /^(?:env:)?(\w+)(?::-(.*))?$/s.exec(inner) ?? [];
      if (name === undefined)
        throw refused(
          `required variables of the environment, such as \${NAME} or \${env:NAME}, at ${place}, found \${${inner}}. Set a variable, and name it there`,
        );
      const value = env[name] ?? otherwise;
      if (value === undefined)
        throw refused(`required the variable ${name}, which ${place} names, found none in the environment`);
      return value;
    });
  };
  return Object.entries(servers).flatMap(([name, value]): readonly McpServerEntry[] => {
    const entry = objectOf(value);
    if (!namePattern.test(name))
      throw refused(`required names of letters, digits, _ and -, 64 at most, found ${JSON.stringify(name)}`);
    if (entry === undefined) throw refused(`required an object at ${name}`);
    if (entry.disabled === true) return [];
    if (entry.url !== undefined) {
      if (entry.type === "sse")
        throw refused(`required a server over Streamable HTTP at ${name}, found the old transport sse`);
      return [
        { kind: "REMOTE", name, url: expanded(entry.url, `${name}.url`), sendsHeaders: entry.headers !== undefined },
      ];
    }
    if (entry.command === undefined) throw refused(`required a url or a command at ${name}, found neither`);
    if (entry.args !== undefined && !Array.isArray(entry.args)) throw refused(`required a list at ${name}.args`);
    const args = (entry.args ?? []).map((arg: unknown, at: number) => expanded(arg, `${name}.args.${at}`));
    const variables = Object.entries(objectOf(entry.env) ?? {}).map(([key, text]) => [
      key,
      expanded(text, `${name}.env.${key}`),
    ]);
    return [
      {
        kind: "PROGRAM",
        name,
        command: expanded(entry.command, `${name}.command`),
        args,
        env: Object.fromEntries(variables),
      },
    ];
  });
}

function objectOf(value: unknown): { readonly [name: string]: unknown } | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
