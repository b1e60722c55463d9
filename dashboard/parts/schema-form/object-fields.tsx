/** The members of an object. Members that the schema does not name stay in the value and are said to be there. */
import { isJsonObject } from "../../../src/json/json.ts";
import { plural } from "../numbers.ts";
import type { ObjectField } from "./field.ts";
import { pointerOf } from "./field-problem.ts";
import { type FieldProps, useForm } from "./form-state.ts";
import { initialValue, partAt } from "./form-value.ts";
import { Group, useShare } from "./group.tsx";

export function ObjectFields(props: FieldProps<ObjectField>) {
  const { field, path, value } = props;
  const form = useForm();
  const { members } = field;
  const [shown, more] = useShare(
    members.length,
    (at) => form.isWrongWithin(pointerOf([...path, members[at]?.name ?? ""])),
    "fields",
  );
  const named = new Set(members.map(({ name }) => name));
  const others = isJsonObject(value) ? Object.keys(value).filter((name) => !named.has(name)).length : 0;
  return (
    <Group
      {...props}
      begin={() =>
        form.change(path, initialValue({ ...field, isNullable: false, default: field.default ?? undefined }) ?? {})
      }
    >
      <div class="members">
        {members.slice(0, shown).map(({ field: member, isRequired, name }) => (
          <form.Part
            key={name}
            field={member}
            path={[...path, name]}
            label={member.title ?? name}
            isRequired={isRequired}
            value={partAt(value, [name])}
          />
        ))}
      </div>
      {more}
      {members.length === 0 && <p class="soft">Nothing to fill in.</p>}
      {others > 0 && <p class="soft fine">It also has {plural(others, "member")} that only the JSON shows.</p>}
    </Group>
  );
}
