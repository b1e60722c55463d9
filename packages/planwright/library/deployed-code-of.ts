/** What the options of `createPlanwright` define, or what is wrong with them and where. */
import { comparedName } from "../../../src/catalog/plan-name.ts";
import type { CodeTool } from "../../../src/tools/code/code-tool.ts";
import type { DeployedCode } from "../../../src/worker/platform/deployed-code.ts";
import { codeToolOf } from "./code-tool-of.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { AnyTool } from "./define-tool.ts";
import type { DefinitionsInCode } from "./definition-options.ts";
import { definitionsOf } from "./definitions-in-code.ts";
import { type Hooks, hooksOf } from "./hooks.ts";
import { type SettingsInCode, settingsOf } from "./settings-in-code.ts";

const mostTools = 500;
const members = ["tools", "agents", "workflows", "models", "auth", "settings", "hooks"];

export function deployedCodeOf(
  options: SettingsInCode & DefinitionsInCode & { readonly tools?: readonly AnyTool[]; readonly hooks?: Hooks },
): DeployedCode {
  const unknown = Object.keys(options).find((member) => !members.includes(member));
  if (unknown !== undefined)
    throw new ConfigurationError(unknown, `required one of ${members.join(", ")}, found another member`);
  const tools = codeToolsOf(options.tools ?? []);
  const described = tools.map(({ definition }) => definition);
  return {
    tools: new Map(tools.map((tool) => [tool.definition.name, tool])),
    definitions: { tools: described, ...definitionsOf(options, described) },
    hooks: hooksOf(options.hooks ?? {}),
    ...settingsOf(options),
  };
}

function codeToolsOf(tools: readonly AnyTool[]): readonly CodeTool[] {
  if (!Array.isArray(tools)) throw new ConfigurationError("tools", "required a list of tools, found something else");
  if (tools.length > mostTools)
    throw new ConfigurationError("tools", `required at most ${mostTools}, found ${tools.length}`);
  const places = new Map<string, number>();
  return tools.map((tool: AnyTool, at) => {
    const made = codeToolOf(tool, `tools[${at}]`);
    const { name } = made.definition;
    const before = places.get(comparedName(name));
    if (before !== undefined) {
      const finding = `required a name that no other tool has, found that of tools[${before}]. \`-\` and \`_\` count as one letter`;
      throw new ConfigurationError(`tools[${at}] (${JSON.stringify(name)}).name`, finding);
    }
    places.set(comparedName(name), at);
    return made;
  });
}
