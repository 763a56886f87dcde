import { BULK_MAX } from '@domain/limits.ts';
import type { ClientId } from '@/shared/form/send-once.ts';

/** Arguments of a bulk action. */
export type BulkInput = {
  ids: readonly number[];
  reason: string;
  /** The same id makes a repeat continue the same bulk action. */
  clientId: ClientId;
  onProgress: (done: number) => void;
};

/** Sends a selection in parts, so that thousands of rows keep no transaction open. Resolves to the last answer. */
export async function inParts<Answer>(
  { ids, onProgress }: Pick<BulkInput, 'ids' | 'onProgress'>,
  send: (part: number[]) => Promise<Answer>,
): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  for (let first = 0; first < ids.length; first += BULK_MAX) {
    onProgress(first);
    answer = await send(ids.slice(first, first + BULK_MAX));
  }
  return answer;
}

/**
 * Repeats a bulk action on whatever users have written, since a call hides a limited number of things, until its counts
 * stay as they are. Resolves to the last answer.
 */
export async function untilUnchanged<Counts extends object | null>(send: () => Promise<Counts>): Promise<Counts> {
  let counts = await send();
  for (let before: Counts | undefined; JSON.stringify(counts) !== JSON.stringify(before);) {
    before = counts;
    counts = await send();
  }
  return counts;
}
