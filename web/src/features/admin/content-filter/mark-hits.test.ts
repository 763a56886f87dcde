import { expect, test } from 'vitest';
import { markHits } from './mark-hits.ts';

const hit = (start: number, length: number) => ({
  ruleId: 1,
  kind: 'word' as const,
  pattern: 'x',
  action: 'block' as const,
  start,
  length,
});
const cut = (text: string, ...hits: ReturnType<typeof hit>[]) =>
  markHits(text, hits).map((each) => `${each.text}:${each.hits.map(({ nr }) => nr).join('+')}`);

test.each([
  ['no hit', cut('plain'), ['plain:']],
  ['a hit inside', cut('a scam b', hit(3, 4)), ['a :', 'scam:1', ' b:']],
  ['a hit of the whole text', cut('scam', hit(1, 4)), ['scam:1']],
  ['overlapping hits', cut('abcdef', hit(1, 4), hit(3, 4)), ['ab:1', 'cd:1+2', 'ef:2']],
  ['emoji before a hit', cut('😀 scam', hit(3, 4)), ['😀 :', 'scam:1']],
  ['an empty text', cut(''), []],
])('the marker of hits cuts a text with %s', (_what, found, expected) => {
  expect(found).toEqual(expected);
});
