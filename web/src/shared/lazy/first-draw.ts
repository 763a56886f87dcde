import type { QueryClient } from '@tanstack/react-query';

type Read = (queryClient: QueryClient) => Promise<unknown>;

const reads: Read[] = [];

/** Names the query that the first page needs and index.html has requested. Called by the module of the page. */
export function readForFirstDraw(read: Read): void {
  reads.push(read);
}

/**
 * Maximum delay of the first render: with its data the page renders once, and the text of a still does not vanish for a
 * moment.
 */
const PATIENCE_MS = 300;

/**
 * Resolves once the data requested by index.html is in the cache, or is late. Failures are left to the page, which
 * shows and retries them.
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
