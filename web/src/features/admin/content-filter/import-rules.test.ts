// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { contentRuleSchema } from '@domain/content-filter.ts';
import { importRules } from './import-rules.ts';

const line = (number: number) => ({
  line: number,
  rule: contentRuleSchema.parse({ kind: 'word', pattern: `word ${number}`, action: 'flag', fields: ['post_title'] }),
});
const lines = Array.from({ length: 120 }, (_, index) => line(index + 2));

function answerWith(...parts: Response[]) {
  const fetch = vi.fn(async () => parts[fetch.mock.calls.length - 1]);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const created = () => Response.json(Array.from({ length: 50 }, (_, index) => ({ line: index + 1, status: 'created' })));
const refused = () => Response.json({ code: 'PT429', message: 'Too many previews' }, { status: 429 });

afterEach(() => vi.unstubAllGlobals());

test('an import whose second part is refused reports the first part and the reason for each other line', async () => {
  const fetch = answerWith(created(), refused());
  const { failures, ...counts } = await importRules(lines);
  expect(counts).toEqual({ created: 50, updated: 0 });
  expect(failures).toHaveLength(70);
  expect(failures[0]).toEqual({ line: 52, message: 'Too many previews' });
  expect(failures.at(-1)).toEqual({ line: 121, message: 'Too many previews' });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('an import whose first part is refused fails, because nothing was saved', async () => {
  answerWith(refused());
  await expect(importRules(lines)).rejects.toThrow('Too many previews');
});
