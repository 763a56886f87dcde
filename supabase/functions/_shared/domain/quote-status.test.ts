import { describe, expect, test } from 'vitest';
import {
  DECLINE_REASONS,
  QUOTE_EVENT_KINDS,
  QUOTE_STATUSES,
  QUOTE_STATUS_LABELS,
  QUOTE_TRANSITIONS,
  dayAfter,
  declineReason,
  hasRevisionsLeft,
  quoteActions,
  REQUEST_END_LABELS,
  requestEnd,
  shownStatus,
  standingLabel,
  toQuoteStatus,
  todayUtc,
} from './quote-status.ts';

const today = '2026-11-22';
const quote = { status: 'pending', validUntil: '2026-12-22' } as const;

describe('status of a quote', () => {
  test('every status has its word, also the one that is not stored', () => {
    expect(Object.keys(QUOTE_STATUS_LABELS)).toEqual([...QUOTE_STATUSES, 'expired']);
    expect(QUOTE_STATUS_LABELS.pending).toBe('Pending');
  });

  test('a stored status is taken, and any other refused with its name', () => {
    expect(QUOTE_STATUSES.map(toQuoteStatus)).toEqual(QUOTE_STATUSES);
    expect(() => toQuoteStatus('expired')).toThrow('Not a status of a quote: expired');
  });

  test('a day after another is in the next month or year where that ends', () => {
    expect(dayAfter('2026-11-22', 5)).toBe('2026-11-27');
    expect(dayAfter('2026-12-30', 3)).toBe('2027-01-02');
  });

  test('[A611] the last day is a day on which the quote is valid, and only an undecided quote expires', () => {
    for (const status of QUOTE_STATUSES) {
      expect(shownStatus({ status, validUntil: today }, today)).toBe(status);
      expect(shownStatus({ status, validUntil: null }, today)).toBe(status);
      expect(shownStatus({ status, validUntil: '2026-11-21' }, today)).toBe(
        status === 'pending' || status === 'shortlisted' ? 'expired' : status,
      );
    }
  });

  test('a pending quote has the label of what ended its request, and every other quote that of its status', () => {
    const ends = Object.entries(REQUEST_END_LABELS);
    expect(ends.map(([, label]) => label)).toEqual([
      'Deadline passed',
      'Request closed',
      'Request hidden',
      'Request deleted',
    ]);
    for (const request of ['late', 'closed', 'hidden', 'deleted'] as const) {
      for (const status of QUOTE_STATUSES) {
        const quote = { status, validUntil: today };
        const isUndecided = status === 'pending' || status === 'shortlisted';
        expect(requestEnd(quote, request, today)).toBe(isUndecided ? request : null);
        expect(standingLabel(quote, request, today)).toBe(
          status === 'pending' ? REQUEST_END_LABELS[request] : QUOTE_STATUS_LABELS[status],
        );
      }
      const expired = { status: 'pending', validUntil: '2026-11-21' } as const;
      expect(standingLabel(expired, request, today)).toBe('Expired');
      expect(requestEnd(expired, request, today)).toBeNull();
    }
    expect(standingLabel({ status: 'pending', validUntil: null }, 'open', today)).toBe('Pending');
  });

  test('[A611] days change at midnight UTC, wherever the reader is', () => {
    expect(todayUtc(Date.parse('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
    expect(todayUtc(Date.parse('2026-11-23T00:00:00.000Z'))).toBe('2026-11-23');
    expect(todayUtc(Date.parse('2026-11-23T06:30:00+07:00'))).toBe('2026-11-22');
  });
});

describe('what becomes of a quote', () => {
  test('each action of a party leads from a status to one other; every action is written down', () => {
    const starts = QUOTE_TRANSITIONS.map(({ action, from, actor }) => `${action} ${from} ${actor}`);
    expect(new Set(starts).size).toBe(starts.length);
    for (const { action } of QUOTE_TRANSITIONS) expect(QUOTE_EVENT_KINDS).toContain(action);
  });

  test('the owner and the supplier of an undecided quote on an open request have their actions', () => {
    expect(quoteActions(quote, 'owner', 'open', today)).toEqual(['shortlist', 'accept', 'decline']);
    expect(quoteActions(quote, 'supplier', 'open', today)).toEqual(['withdraw', 'revise']);
    const shortlisted = { ...quote, status: 'shortlisted' } as const;
    expect(quoteActions(shortlisted, 'owner', 'open', today)).toEqual(['unshortlist', 'accept', 'decline']);
    expect(quoteActions(shortlisted, 'supplier', 'open', today)).toEqual(['withdraw', 'revise']);
  });

  test('a deal can be cancelled by both, a decline undone by the owner; withdrawn and cancelled are the end', () => {
    for (const actor of ['owner', 'supplier'] as const) {
      expect(quoteActions({ ...quote, status: 'accepted' }, actor, 'closed', today)).toEqual(['cancel']);
      expect(quoteActions({ ...quote, status: 'withdrawn' }, actor, 'open', today)).toEqual([]);
      expect(quoteActions({ ...quote, status: 'cancelled' }, actor, 'open', today)).toEqual([]);
    }
    expect(quoteActions({ ...quote, status: 'declined' }, 'owner', 'open', today)).toEqual(['reopen']);
    expect(quoteActions({ ...quote, status: 'declined' }, 'supplier', 'open', today)).toEqual([]);
  });

  test('an expired quote can be revised and declined, not accepted', () => {
    const expired = { ...quote, validUntil: '2026-11-21' };
    expect(quoteActions(expired, 'owner', 'open', today)).toEqual(['shortlist', 'decline']);
    expect(quoteActions(expired, 'supplier', 'open', today)).toEqual(['withdraw', 'revise']);
  });

  test('the owner decides after the deadline; a closed, hidden or deleted request only lets a quote end', () => {
    expect(quoteActions(quote, 'owner', 'late', today)).toEqual(['shortlist', 'accept', 'decline']);
    expect(quoteActions(quote, 'supplier', 'late', today)).toEqual(['withdraw']);
    for (const request of ['closed', 'hidden', 'deleted'] as const) {
      expect(quoteActions(quote, 'owner', request, today)).toEqual(['decline']);
      expect(quoteActions(quote, 'supplier', request, today)).toEqual(['withdraw']);
      expect(quoteActions({ ...quote, status: 'declined' }, 'owner', request, today)).toEqual([]);
    }
  });

  test('[A608] a quote has three revisions', () => {
    expect([0, 1, 2, 3].map((revision) => hasRevisionsLeft({ revision }))).toEqual([true, true, true, false]);
  });
});

test('[A606] the supplier reads the chosen reason and the own words', () => {
  expect(declineReason(DECLINE_REASONS[0], '')).toBe('The price is too high');
  expect(declineReason(DECLINE_REASONS[0], ' by a third ')).toBe('The price is too high: by a third');
  expect(declineReason(null, 'We wait')).toBe('We wait');
  expect(declineReason(null, ' ')).toBe('');
});
