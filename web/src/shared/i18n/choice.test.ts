import { expect, test } from 'vitest';
import { offeredLocale } from './choice.ts';

test.each([
  [['vi-VN', 'en'], 'vi'],
  [['vi'], 'vi'],
  [['en-US', 'vi'], null],
  [['fr-FR', 'vi'], null],
  [['__proto__'], null],
  [[''], null],
  [[], null],
])('a browser with the languages %j is offered %s [A641]', (languages, offered) => {
  expect(offeredLocale(languages)).toBe(offered);
});
