/** What the site shows, in the order of its sidebar. `source` is a file of the project, `page` its place in the site; the others are generated. */

/** A page of `docs/` under its own name. */
const own = (title, name) => ({ title, page: `${name}.md`, source: `docs/${name}.md` });

export const sections = [
  {
    title: "Start",
    pages: [
      { title: "What Planwright is", page: "index.md", source: "README.md" },
      own("Your first tool", "first-tool"),
      own("Your own tools", "tools"),
      own("How do I …?", "how-to"),
    ],
  },
  {
    title: "Concepts",
    pages: [own("Plans and executions", "concepts"), own("Design", "design"), own("Glossary", "glossary")],
  },
  {
    title: "Guides",
    pages: [
      own("Write plans", "plans"),
      own("Plans in TypeScript", "plans-in-typescript"),
      own("Agents and workflows", "agents"),
      own("Workflow files", "workflow-files"),
      own("Language models", "models"),
      own("People", "people"),
      own("Schedules", "schedules"),
      own("Conversations", "structured-outputs"),
      own("A web app", "web-app"),
      own("Clients", "clients"),
      own("Chat with useChat", "chat"),
      own("Command line", "cli"),
      own("Dashboard", "dashboard"),
      own("Deploy", "deploy"),
      own("Self-host", "self-host"),
      own("Operate", "operate"),
    ],
  },
  {
    title: "Reference",
    pages: [
      { title: "GraphQL schema", page: "reference/schema/index.md" },
      { title: "Error codes", page: "reference/errors.md" },
      own("Settings", "settings"),
      { title: "Commands", page: "reference/commands.md" },
      own("Contract of HTTP agents", "execution-contract"),
    ],
  },
  {
    title: "Proof",
    pages: [
      own("Guarantees", "guarantees"),
      own("Performance", "performance"),
      own("Scale", "scale"),
      own("Security", "security"),
      own("Conformance", "conformance"),
      own("Requirements", "requirements"),
    ],
  },
  {
    title: "Inside",
    collapsed: true,
    pages: [
      { title: "Map of the source", page: "architecture.md", source: "ARCHITECTURE.md" },
      own("How each part works", "internals"),
      { title: "Decisions", page: "decisions/index.md" },
      { title: "Contributing", page: "contributing.md", source: "CONTRIBUTING.md" },
      { title: "Changelog", page: "changelog.md", source: "CHANGELOG.md" },
    ],
  },
];

/** Targets of links in the documents that are no page themselves, and the page that takes their place. */
export const standIns = new Map([
  ["schema.graphql", "reference/schema/index.md"],
  ["docs/decisions/", "decisions/index.md"],
]);
