const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/** Milliseconds before retry `attempt`, starting at 0: 1 s, doubling, at most 30 s. */
export const retryDelay = (attempt: number): number => Math.min(FIRST_MS * 2 ** attempt, MAX_MS);
