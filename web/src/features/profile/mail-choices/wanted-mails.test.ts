import { expect, test } from 'vitest';
import { shownAfterSave, wantedOf } from './wanted-mails.ts';

const choicesOf = (...wanted: string[]) => ({
  username: 'anna',
  choices: ['broadcast', 'quote_received', 'review_received'].map((template) => ({
    template,
    label: template,
    isWanted: wanted.includes(template),
    isOfLink: template === 'review_received',
  })),
});

test('the wanted mails are those that are switched on', () => {
  expect(wantedOf(choicesOf('broadcast', 'review_received'))).toEqual(['broadcast', 'review_received']);
});

test('after a save the form shows what is stored, also what another device has changed', () => {
  const sent = ['broadcast', 'quote_received'];
  expect(shownAfterSave(choicesOf('quote_received'), sent, sent)).toEqual(['quote_received']);
});

test('a tick that was not part of the save stays', () => {
  const sent = ['broadcast', 'quote_received'];
  expect(shownAfterSave(choicesOf(...sent), ['quote_received'], sent)).toEqual(['quote_received']);
  expect(shownAfterSave(choicesOf('broadcast'), ['broadcast', 'review_received'], ['broadcast'])).toEqual([
    'broadcast',
    'review_received',
  ]);
});
