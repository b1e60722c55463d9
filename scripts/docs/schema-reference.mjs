/** The reference of the GraphQL schema: a page for each section of `schema.graphql`, with every type, field, argument and description of it. */
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  parse,
  print,
} from "graphql";

const sectionHeading = /^# ─── (.+?) ─+$/gm;

/**
 * The pages by their place in the site, the first being the table of contents. `source` is the text of the schema.
 *
 * @example
 * ```js
 * schemaPages(source).get("reference/schema/steps.md"); // "# Steps\n\n## ToolStep …"
 * ```
 */
export function schemaPages(source) {
  const schema = buildSchema(source);
  const sections = sectionsOf(source);
  const placeOf = new Map(sections.flatMap(({ page, names }) => names.map((name) => [name, page])));
  const directives = new Map(schema.getDirectives().map((directive) => [directive.name, directive]));
  const pages = new Map([["reference/schema/index.md", contentsPage(schema, sections)]]);
  for (const section of sections) {
    const place = { page: section.page, placeOf };
    const parts = section.names.map((name) => {
      if (name.startsWith("@")) return directivePart(directives.get(name.slice(1)), place);
      return typePart(schema.getType(name), place);
    });
    pages.set(`reference/schema/${section.page}`, [`# ${section.title}`, ...parts].join("\n\n").concat("\n"));
  }
  return pages;
}

/** The sections with the names that they define, in their order. A directive has its `@`. */
function sectionsOf(source) {
  const headings = [...source.matchAll(sectionHeading)].map(({ 1: title, index }) => ({ title, index }));
  const { definitions } = parse(source);
  return headings
    .map(({ title, index }, n) => {
      const end = headings[n + 1]?.index ?? source.length;
      const names = definitions
        .filter(({ name, loc }) => name !== undefined && loc.start > index && loc.start < end)
        .map(({ kind, name }) => (kind === "DirectiveDefinition" ? `@${name.value}` : name.value));
      return { title, page: `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.md`, names };
    })
    .filter(({ names }) => names.length > 0);
}

function contentsPage(schema, sections) {
  const rows = sections.map(({ title, page, names }) => {
    const links = names.map((name) => `[${name}](${page}#${anchorOf(name)})`).join(" · ");
    return `## [${title}](${page})\n\n${links}`;
  });
  return ["# GraphQL schema", schema.description ?? "", ...rows].join("\n\n").concat("\n");
}

/** As `slugOf` makes it of the heading. */
const anchorOf = (name) => name.replace("@", "").toLowerCase();

function typePart(type, place) {
  const lines = [`## ${type.name}`, `*${kindOf(type)}*${directivesText(type.astNode)}`, described(type.description)];
  if (isObjectType(type) || isInterfaceType(type)) {
    const interfaces = type.getInterfaces().map((one) => linked(one.name, place));
    if (interfaces.length > 0) lines.push(`Implements ${interfaces.join(", ")}.`);
  }
  if (isUnionType(type))
    lines.push(
      `One of ${type
        .getTypes()
        .map((one) => linked(one.name, place))
        .join(", ")}.`,
    );
  if (isEnumType(type)) lines.push(table(["Value", "Meaning"], type.getValues().map(valueRow)));
  else if (isInputObjectType(type)) lines.push(inputTable(Object.values(type.getFields()), place));
  else if (roots.has(type.name)) lines.push(...Object.values(type.getFields()).map((field) => rootField(field, place)));
  else if (isObjectType(type) || isInterfaceType(type)) lines.push(fieldTable(Object.values(type.getFields()), place));
  return lines.filter((line) => line !== "").join("\n\n");
}

const roots = new Set(["Query", "Mutation", "Subscription"]);

/** A field that requests begin with has a heading, so that it is found. */
function rootField({ name, type, args, description, astNode, deprecationReason }, place) {
  const meaning = described(description) + directivesText(astNode) + deprecated(deprecationReason);
  const lines = [`### ${name}`, `Returns ${typeLink(type, place)}.`, meaning];
  if (args.length > 0) lines.push(inputTable(args, place, "Argument"));
  return lines.join("\n\n");
}

function kindOf(type) {
  if (isEnumType(type)) return "Enum";
  if (isInputObjectType(type)) return type.isOneOf ? "Input, exactly one of its fields" : "Input";
  if (isInterfaceType(type)) return "Interface";
  if (isScalarType(type)) return "Scalar";
  return isUnionType(type) ? "Union" : "Type";
}

function directivePart(directive, place) {
  const lines = [
    `## @${directive.name}`,
    `*Directive* on ${directive.locations.map((one) => `\`${one}\``).join(", ")}`,
  ];
  lines.push(described(directive.description));
  if (directive.args.length > 0) lines.push(inputTable(directive.args, place, "Argument"));
  return lines.filter((line) => line !== "").join("\n\n");
}

function valueRow({ name, description, deprecationReason }) {
  return [`\`${name}\``, cell(description) + deprecated(deprecationReason)];
}

function inputTable(fields, place, head = "Field") {
  const rows = fields.map(({ name, type, description, astNode, deprecationReason }) => {
    const value = astNode?.defaultValue === undefined ? "" : ` Default: \`${print(astNode.defaultValue)}\`.`;
    return [`\`${name}\``, typeLink(type, place), cell(description) + value + deprecated(deprecationReason)];
  });
  return table([head, "Type", "Meaning"], rows);
}

function fieldTable(fields, place) {
  const rows = fields.map(({ name, type, args, description, astNode, deprecationReason }) => {
    const taken = args.map((argument) => {
      const value = argument.astNode?.defaultValue;
      const otherwise = value === undefined ? "" : ` = \`${print(value)}\``;
      return `<br>\`${argument.name}\`: ${typeLink(argument.type, place)}${otherwise} ${cell(argument.description)}`;
    });
    const meaning = cell(description) + directivesText(astNode) + deprecated(deprecationReason) + taken.join("");
    return [`\`${name}\``, typeLink(type, place), meaning];
  });
  return table(["Field", "Type", "Meaning"], rows);
}

/** `[Step](steps.md#step)!` for `Step!`. */
function typeLink(type, place) {
  const { name } = getNamedType(type);
  const [before = "", after = ""] = String(type).split(name);
  return `${before.replaceAll("[", "\\[")}${linked(name, place)}${after.replaceAll("]", "\\]")}`;
}

/** A link to the type, or its bare name for the scalars of GraphQL itself. */
function linked(name, { page, placeOf }) {
  const target = placeOf.get(name);
  if (target === undefined) return `\`${name}\``;
  return `[${name}](${target === page ? "" : target}#${anchorOf(name)})`;
}

/** Scopes and cost, which a caller has to know. */
function directivesText(node) {
  const shown = (node?.directives ?? []).filter(({ name }) =>
    ["requiresScopes", "cost", "cacheControl"].includes(name.value),
  );
  return shown.map((directive) => ` \`${print(directive)}\``).join("");
}

const deprecated = (reason) => (reason === undefined || reason === null ? "" : ` **Deprecated:** ${cell(reason)}`);

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A description as one line of a table. */
const cell = (text) =>
  described(text)
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");

/** A description as Markdown in which nothing outside code is read as a tag. */
function described(text) {
  return (text ?? "")
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;")))
    .join("");
}
