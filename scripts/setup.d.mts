/** Root folder of the project. */
export declare const projectRoot: string;
/** Resolves when packages are installed and this process is Node 24 or later. */
export declare function ensureInstalled(): Promise<void>;
