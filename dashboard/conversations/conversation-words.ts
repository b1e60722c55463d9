/** The words of the states of a conversation. A newer server may know others. */
export const statusWords: Readonly<Record<string, string>> = { IDLE: "Idle", RUNNING: "Running", ENDED: "Ended" };
