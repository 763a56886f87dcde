import { expect, test, vi } from 'vitest';
import { BULK_MAX } from '@domain/limits.ts';
import { inParts, untilUnchanged } from './in-parts.ts';

test('a selection is sent in parts of what a call takes, and answers the last answer', async () => {
  const ids = Array.from({ length: BULK_MAX * 2 + 1 }, (_, index) => index);
  const onProgress = vi.fn();
  const answer = await inParts({ ids, onProgress }, (part) => Promise.resolve(part));
  expect(answer).toEqual([BULK_MAX * 2]);
  expect(onProgress.mock.calls).toEqual([[0], [BULK_MAX], [BULK_MAX * 2]]);
  expect(await inParts({ ids: [], onProgress }, (part) => Promise.resolve(part))).toBeUndefined();
});

test.for([
  { answers: [null], calls: 2 },
  { answers: [{ posts: 2 }], calls: 2 },
  { answers: [{ posts: 200 }, { posts: 400 }, { posts: 401 }], calls: 4 },
])('a bulk action is repeated until its counts stay as they are: $answers', async ({ answers, calls }) => {
  let count = 0;
  const send = vi.fn(() => Promise.resolve(structuredClone(answers[Math.min(count++, answers.length - 1)] ?? null)));
  expect(await untilUnchanged(send)).toEqual(answers.at(-1));
  expect(send).toHaveBeenCalledTimes(calls);
});
