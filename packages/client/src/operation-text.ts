/** Facts in the text of a GraphQL document about its operation, without a parser: enough to know whether it may be resumed, or sent again. */

/** The document without comments and strings, so that words in them are not taken for syntax. */
function syntaxOf(text: string): string {
  return text.replace(/"""[\s\S]*?(?<!\\)"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*/g, " ");
}

/** The parts of the document outside of every brace: operations and fragments with their variables, one after another. */
function heads(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let head = "";
  for (const character of syntaxOf(text)) {
    if (character === "}") depth -= 1;
    else if (character === "{" && isSelection(head, depth)) {
      if (depth === 0) {
        found.push(head);
        head = "";
      }
      depth += 1;
    } else if (character === "{") depth += 1;
    else if (depth === 0) head += character;
  }
  return found;
}

/** A brace opens a selection unless it stands within the parentheses of variables, as the default value of an input object. */
function isSelection(head: string, depth: number): boolean {
  return depth > 0 || head.split("(").length === head.split(")").length;
}

/** Whether the operation of the document, or the one of that name, is a subscription. */
export function isSubscription(text: string, operationName: string | null): boolean {
  return hasOperation("subscription", text, operationName);
}

/** Whether an operation of the document is a mutation, whatever stands before it. */
export function isMutation(text: string): boolean {
  return hasOperation("mutation", text, null);
}

function hasOperation(wanted: "mutation" | "subscription", text: string, operationName: string | null): boolean {
  return heads(text).some((head) => {
    const [, kind, name] = /^[\s,]*(query|mutation|subscription|fragment)\b[\s,]*([A-Za-z_]\w*)?/.exec(head) ?? [];
    return kind === wanted && (operationName === null || name === operationName);
  });
}

/** Whether an operation of the document declares `$name`. */
export function declaresVariable(text: string, name: string): boolean {
  return heads(text).some((head) => new RegExp(`\\$${name}[\\s,]*:`).test(head));
}
