import { expect, test } from 'vitest';
import { afterEntry } from './content-filter.ts';

const busy = () => new Error('busy');
/** A call whose answers come one after the other. */
function calling<Answer>(...answers: Answer[]) {
  let made = 0;
  return { call: () => Promise.resolve(answers[made++] ?? null), made: () => made };
}

test.each([
  ['at once', [7], 1],
  ['after its entry in the audit log', [null, 7], 2],
  ['after a preview of the same rule has taken its entry', [null, null, null, 7], 4],
  ['with an empty list first', [[], [7]], 2],
])('what judges rules answers %s', async (_when, answers, calls) => {
  const { call, made } = calling<unknown>(...answers);
  expect(await afterEntry(call, busy)).toEqual(answers.at(-1));
  expect(made()).toBe(calls);
});

test('what never answers is refused, and not taken for done', async () => {
  const { call, made } = calling<unknown>();
  await expect(afterEntry(call, busy)).rejects.toThrow('busy');
  expect(made()).toBe(5);
});
