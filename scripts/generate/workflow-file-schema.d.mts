/** The JSON Schema of the input type `WorkflowFileInput` of `schemaText`. */
export declare function workflowFileSchema(schemaText: string): object;

/** Writes the schema, or with `check` only compares. Returns the name of the file if it was or would be changed. */
export declare function generateWorkflowFileSchema(options?: { readonly check?: boolean }): Promise<readonly string[]>;
