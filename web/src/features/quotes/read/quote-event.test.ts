import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { factChanges } from './quote-event.ts';

test('a change of a quote names old and new values, in the order of the form [A608]', () => {
  expect(
    factChanges(
      {
        before: { valid_until: '2026-12-04', price_text: '2.40', product_match: 'high', tax_code: null },
        after: { valid_until: '2027-01-09', price_text: '2.20', product_match: null, tax_code: 'VN-1' },
      },
      ENGLISH,
    ).map(({ name, before, after }) => [name, before, after]),
  ).toEqual([
    ['Product match', '>90% match', ''],
    ['Price', '2.40', '2.20'],
    ['Valid until', expect.stringMatching(/^Dec 4/), expect.stringMatching(/^Jan 9/)],
    ['Tax code', '', 'VN-1'],
  ]);
});

test('attachments are named, and nothing that is not known is shown', () => {
  expect(
    factChanges(
      {
        before: { attachments: [{ path: 'a/1.pdf', name: 'Old.pdf' }], images: [], secret: 'x' },
        after: { attachments: [{ path: 'a/2.pdf', name: 'New.pdf' }], images: ['a/b.webp'], secret: 'y' },
      },
      ENGLISH,
    ),
  ).toEqual([
    { name: 'Images', before: '0', after: '1' },
    { name: 'Attachments', before: 'Old.pdf', after: 'New.pdf' },
  ]);
  expect(factChanges({ before: null, after: null }, ENGLISH)).toEqual([]);
});
