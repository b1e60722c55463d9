/** The arguments of `npm create planwright`. */
import { parseArgs } from "node:util";

/** The templates by their names, with the purpose of each. */
export const templates = {
  minimal: { about: "a Worker with tools in TypeScript, and a plan that calls them" },
  web: { about: "a React page that starts runs, follows them live and answers their questions" },
  chat: { about: "a chat page with useChat of the AI SDK, over an agent with tools" },
  agents: { about: "agents that plan over MCP servers, local ones included" },
} as const;

export type TemplateName = keyof typeof templates;

export interface Request {
  /** Where the project is made; its last part is the project's name. */
  readonly folder?: string;
  readonly template?: TemplateName;
}

export type CommandLine =
  | { readonly kind: "HELP" }
  | { readonly kind: "REFUSED"; readonly message: string }
  | { readonly kind: "CREATE"; readonly request: Request };

export const help = `npm create planwright [folder] [-- --template name]

Makes a project that runs agent plans. Without a template it asks, or takes "minimal" where nobody can answer.

Templates:
${Object.entries(templates)
  .map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`)
  .join("\n")}`;

/**
 * @example
 * ```ts
 * readCommandLine(["shop", "--template", "web"]); // { kind: "CREATE", request: { folder: "shop", template: "web" } }
 * ```
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const options = { template: { type: "string", short: "t" }, help: { type: "boolean", short: "h" } } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help === true) return { kind: "HELP" };
    if (positionals.length > 1)
      return refused(`Cannot make ${positionals.length} projects at once: found ${positionals.join(", ")}`);
    const { template } = values;
    if (template !== undefined && !isTemplate(template)) {
      const names = Object.keys(templates).join(", ");
      return refused(`Cannot use the template ${JSON.stringify(template)}: required one of ${names}`);
    }
    const [folder] = positionals;
    return { kind: "CREATE", request: { ...(folder !== undefined && { folder }), ...(template && { template }) } };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

function refused(message: string): CommandLine {
  return { kind: "REFUSED", message };
}

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templates, name);
}
