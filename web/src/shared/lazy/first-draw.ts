import type { QueryClient } from '@tanstack/react-query';

type Read = (queryClient: QueryClient) => Promise<unknown>;

const reads: Read[] = [];

/** Names what the page that is opened first shows and index.html has asked for. Called by the module of the page. */
export function readForFirstDraw(read: Read): void {
  reads.push(read);
}

/** How long the first drawing waits: what is drawn with its data is drawn once, and words of a still do not go away for a moment. */
const PATIENCE_MS = 300;

/**
 * Resolves when what index.html has asked for is in the cache, or does not come soon. Refusals and failures are left to the page, which
 * says why and how often it tries.
 */
export async function firstDataRead(queryClient: QueryClient): Promise<void> {
  const early = window.askedEarly ?? [];
  const read = async () => {
    const answers = await Promise.all(early.map(({ answer }) => answer));
    if (answers.every(({ ok }) => ok)) await Promise.all(reads.map((each) => each(queryClient)));
  };
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (early.length > 0 && reads.length > 0) await Promise.race([read().catch(() => undefined), patience]);
}
