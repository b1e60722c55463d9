// What the tests use of `contents.mjs`.
export interface Section {
  readonly title: string;
  readonly collapsed?: boolean;
  readonly pages: readonly { readonly title: string; readonly page: string; readonly source?: string }[];
}
export const sections: readonly Section[];
