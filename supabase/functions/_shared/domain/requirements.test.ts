import { describe, expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { refusals } from '../../../tests/support/refusals.ts';
import {
  closePostSchema,
  documentsBodySchema,
  REQUIREMENT_FIELDS,
  requirementsSchema,
  UNIT_MAX,
} from './requirements-schema.ts';
import { CLOSED_REASON_LABELS, UNITS } from './requirement-options.ts';
import { CLOSED_REASONS, openState } from './requirements.ts';

const NOTHING = Object.fromEntries(REQUIREMENT_FIELDS.map((name) => [name, null]));
const parsed = (value: unknown) => {
  const result = parseInput(requirementsSchema, value);
  return result.ok ? result.data : result.errors.map(({ path, message }) => `${path}: ${message}`);
};

describe('[A620] the requirements of a request', () => {
  test('the requirements of a request can be missing, null or blank', () => {
    expect(parsed({})).toEqual(NOTHING);
    expect(parsed(NOTHING)).toEqual(NOTHING);
    expect(parsed({ unit: '  ' })).toEqual(NOTHING);
  });

  test('the requirements of a request are taken as they are, texts trimmed', () => {
    const given = {
      quantity: 20.5,
      unit: 'tons',
      targetPrice: 1_200,
      targetCurrency: 'USD',
      neededBy: '2026-12-15',
      quoteDeadline: '2026-12-01T12:00:00+07:00',
      incoterm: 'FOB',
    };
    expect(parsed({ ...given, unit: ' tons ', targetCurrency: ' usd ' })).toEqual(given);
  });

  test.each([0, -1, 1e30, 1_000_000_000_000.5, Number.NaN, Number.POSITIVE_INFINITY, '20', true])(
    'no quantity or price is %s',
    (amount) => {
      expect(parsed({ quantity: amount })).toEqual([
        'quantity: Quantity must be more than 0 and at most 1,000,000,000,000',
      ]);
      expect(parsed({ targetPrice: amount, targetCurrency: 'USD' })).toEqual([
        'targetPrice: Target price must be more than 0 and at most 1,000,000,000,000',
      ]);
    },
  );

  test('the least and the most of a number are taken', () => {
    for (const quantity of [0.000001, 1_000_000_000_000]) expect(parsed({ quantity })).toMatchObject({ quantity });
    expect(parsed({ quantity: 0.0000001 })).toEqual(['quantity: At most 6 decimals']);
  });

  test('a target price has a currency, and a currency alone is none', () => {
    expect(parsed({ targetPrice: 5 })).toEqual(['targetCurrency: Please select a currency for the target price']);
    expect(parsed({ targetPrice: 5, targetCurrency: 'dollars' })).toEqual(['targetCurrency: Invalid input']);
    expect(parsed({ targetCurrency: 'USD' })).toEqual(NOTHING);
  });

  test('a unit has at most 20 characters and no "@"', () => {
    expect(parsed({ unit: 'x'.repeat(UNIT_MAX) })).toMatchObject({ unit: 'x'.repeat(UNIT_MAX) });
    expect(parsed({ unit: 'x'.repeat(UNIT_MAX + 1) })).toEqual(['unit: Invalid input']);
    expect(parsed({ unit: 'me@example.com' })).toEqual(['unit: Email addresses are not allowed in this field']);
    for (const unit of UNITS) expect(parsed({ unit })).toMatchObject({ unit });
  });

  test('days, times and Incoterms are real ones', () => {
    expect(parsed({ neededBy: '2026-02-30', quoteDeadline: 'tomorrow', incoterm: 'XXX' })).toEqual([
      'neededBy: Please enter a day',
      'quoteDeadline: Please enter a day and time',
      'incoterm: Invalid input',
    ]);
  });
});

test('a request is closed for a reason of the list', () => {
  for (const reason of CLOSED_REASONS) {
    expect(parseInput(closePostSchema, { reason }).ok).toBe(true);
    expect(CLOSED_REASON_LABELS[reason]).not.toBe('');
  }
  expect(parseInput(closePostSchema, { reason: 'deadline' })).toEqual({
    ok: false,
    errors: [{ path: 'reason', message: 'Choose a reason' }],
  });
});

test('a request has at most five documents', () => {
  const documents = Array(5).fill({ path: 'a/b.pdf', name: 'b.pdf' });
  for (const taken of [[], documents]) expect(refusals(documentsBodySchema, { documents: taken })).toEqual([]);
  expect(refusals(documentsBodySchema, { documents: [...documents, documents[0]] })).toEqual([
    'documents: Invalid input',
  ]);
});

test('[A621] a request is open until it is closed or its deadline is there', () => {
  const deadline = '2026-12-01T12:00:00Z';
  const at = Date.parse(deadline);
  const open = { closedAt: null, quoteDeadline: null };
  expect(openState(open, at)).toBe('open');
  expect(openState({ ...open, quoteDeadline: deadline }, at - 1)).toBe('open');
  expect(openState({ ...open, quoteDeadline: deadline }, at)).toBe('overdue');
  expect(openState({ closedAt: deadline, quoteDeadline: deadline }, at - 1)).toBe('closed');
});
