import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { QUOTE_STATUSES } from '@domain/quote-status.ts';
import { decisionHint } from './decision-hint.ts';

const TODAY = '2026-11-22';
const quote = { status: 'pending', validUntil: '2026-12-22', revision: 0 } as const;
const expired = { ...quote, validUntil: '2026-11-21' };

test('the decision hint is empty while every decision is possible', () => {
  for (const actor of ['owner', 'supplier'] as const)
    for (const status of QUOTE_STATUSES)
      expect(decisionHint({ ...quote, status }, actor, 'open', TODAY, ENGLISH)).toBeNull();
});

test('an owner reads which decisions the state of the request rules out [A602]', () => {
  expect(decisionHint(quote, 'owner', 'closed', TODAY, ENGLISH)).toContain('Open it again');
  expect(decisionHint(quote, 'owner', 'hidden', TODAY, ENGLISH)).toContain('Unhide it');
  expect(decisionHint({ ...quote, status: 'declined' }, 'owner', 'closed', TODAY, ENGLISH)).toContain(
    'Open the request again',
  );
  expect(decisionHint({ ...quote, status: 'declined' }, 'owner', 'late', TODAY, ENGLISH)).toBeNull();
  expect(decisionHint(quote, 'owner', 'late', TODAY, ENGLISH)).toBeNull();
  expect(decisionHint({ ...quote, status: 'accepted' }, 'owner', 'closed', TODAY, ENGLISH)).toBeNull();
});

test('both parties read what an expired quote needs [A611]', () => {
  expect(decisionHint(expired, 'owner', 'open', TODAY, ENGLISH)).toContain('cannot be accepted');
  expect(decisionHint(expired, 'supplier', 'open', TODAY, ENGLISH)).toContain('Revise it');
  expect(decisionHint({ ...expired, status: 'declined' }, 'owner', 'open', TODAY, ENGLISH)).toBeNull();
});

test('a supplier reads why they cannot revise [A608]', () => {
  expect(decisionHint({ ...quote, revision: 3 }, 'supplier', 'open', TODAY, ENGLISH)).toContain('3 times');
  expect(decisionHint(quote, 'supplier', 'late', TODAY, ENGLISH)).toContain('takes no more quotes');
  expect(decisionHint(quote, 'supplier', 'deleted', TODAY, ENGLISH)).toBeNull();
});
