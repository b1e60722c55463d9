/** Imports of `*.graphql` give the text, by a rule in wrangler.toml. */
declare module "*.graphql" {
  const text: string;
  export default text;
}
