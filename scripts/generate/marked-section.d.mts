/** See `marked-section.mjs`. */
export function withSection(document: string, name: string, text: string): string | null;
export function writeSection(file: string, name: string, text: string): void;
