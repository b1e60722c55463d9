export function buildModelAdapter(): Promise<void>;
