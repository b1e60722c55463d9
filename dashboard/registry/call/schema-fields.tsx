/** A JSON Schema as rows of properties, and as the JSON that it is for those who want it. */
import { useState } from "preact/hooks";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { RawJson } from "./raw-json.tsx";
import { schemaRows } from "./schema-rows.ts";

export interface SchemaFieldsProps {
  readonly title: string;
  /** Null if there is none. */
  readonly schema: unknown;
  /** The text where there is none. */
  readonly none: string;
}

export function SchemaFields({ none, schema, title }: SchemaFieldsProps) {
  const [isRaw, setRaw] = useState(false);
  if (schema === null || schema === undefined) {
    return (
      <section>
        <h3>{title}</h3>
        <p class="soft small">{none}</p>
      </section>
    );
  }
  const { isCut, rows, type } = schemaRows(schema);
  return (
    <section>
      <h3>
        {title}
        <button class="btn quiet small" type="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          JSON<span class="sr"> Schema of {title}</span>
        </button>
      </h3>
      {isRaw ? (
        <RawJson value={schema} />
      ) : (
        <>
          {rows.length === 0 ? (
            <p class="soft small">
              {type === "object" ? "No properties are named." : <code>{madeVisible(type)}</code>}
            </p>
          ) : (
            <dl class="props">
              {rows.map(({ bounds, depth, description, isRequired, name, type: own }, at) => (
                <div key={at} style={{ "--depth": depth }}>
                  <dt>{madeVisible(name)}</dt>
                  <dd>
                    <code>{madeVisible(own)}</code>
                    {isRequired && " required"}
                    {description !== "" && (
                      <div>
                        <InertText text={description} limit={400} />
                      </div>
                    )}
                    {bounds.length > 0 && <div>{madeVisible(bounds.join(", "))}</div>}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {isCut && <p class="soft small">The schema says more than these rows do: see its JSON.</p>}
        </>
      )}
    </section>
  );
}
