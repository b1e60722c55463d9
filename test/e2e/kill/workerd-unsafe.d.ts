/** The module of the runtime that its tests use. Only a Worker with the flag `unsafe_module` has it, on a runtime that is started for experiments. */
declare module "workerd:unsafe" {
  const unsafe: {
    /** Takes an object out of memory once it has ended what it is at. Rejects when it is not in memory. */
    evict(object: object, options: { readonly webSockets: "hibernate" }): Promise<void>;
  };
  export default unsafe;
}
