/** The fields that a form can have. A part that no field can express has one for JSON. */
import type { Json } from "../../../src/json/json.ts";

export interface FieldBase {
  /** Null where the schema gives none. The name of the member is shown then. */
  readonly title: string | null;
  readonly description: string;
  readonly isNullable: boolean;
  /** Undefined if there is none. */
  readonly default: Json | undefined;
}

export interface TextField extends FieldBase {
  readonly kind: "TEXT";
  readonly format: string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  readonly isSecret: boolean;
}

export interface NumberField extends FieldBase {
  readonly kind: "NUMBER";
  readonly isInteger: boolean;
  readonly least: number | null;
  readonly most: number | null;
}

export interface BooleanField extends FieldBase {
  readonly kind: "BOOLEAN";
}

/** One of several given values. */
export interface ChoiceField extends FieldBase {
  readonly kind: "CHOICE";
  readonly options: readonly { readonly label: string; readonly value: Json }[];
}

export interface ConstField extends FieldBase {
  readonly kind: "CONST";
  readonly value: Json;
}

export interface ObjectField extends FieldBase {
  readonly kind: "OBJECT";
  readonly members: readonly { readonly name: string; readonly isRequired: boolean; readonly field: Field }[];
}

export interface ListField extends FieldBase {
  readonly kind: "LIST";
  readonly item: Field;
  readonly minItems: number;
  readonly maxItems: number | null;
}

/** One of several shapes. */
export interface BranchField extends FieldBase {
  readonly kind: "BRANCH";
  readonly branches: readonly { readonly label: string; readonly field: Field }[];
}

export interface JsonField extends FieldBase {
  readonly kind: "JSON";
}

export type Field =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | ConstField
  | ObjectField
  | ListField
  | BranchField
  | JsonField;
