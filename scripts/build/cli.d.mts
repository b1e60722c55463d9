/** Builds the command into a folder and gives the path of it. */
export declare function buildCli(folder?: string): Promise<string>;
