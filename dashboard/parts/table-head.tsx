/** The head of a table. Its roles stay where a narrow page shows the parts of the table as blocks, which browsers stop calling a table. */
// biome-ignore-all lint/a11y/noRedundantRoles: see above
import type { ComponentChildren } from "preact";

export interface Column {
  readonly head: ComponentChildren;
  readonly class?: string;
  readonly sort?: "ascending" | "descending";
}

export function TableHead({ columns }: { readonly columns: readonly (string | Column)[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column, at) => {
          const { class: look, head, sort }: Column = typeof column === "string" ? { head: column } : column;
          return (
            <th key={at} role="columnheader" scope="col" class={look} aria-sort={sort}>
              {head}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
