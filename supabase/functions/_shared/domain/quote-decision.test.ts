import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import {
  acceptBodySchema,
  cancelBodySchema,
  decisionSchema,
  declineBodySchema,
  factTextsSchema,
  reviseBodySchema,
  shortlistBodySchema,
  withdrawBodySchema,
} from './quote-decision.ts';
import { DECLINE_REASONS } from './quote-status.ts';

const longestReason = DECLINE_REASONS.toSorted((one, other) => other.length - one.length)[0];

describe('decisions on a quote', () => {
  test('a shortlisting is on, and an acceptance closes the request, unless the body says otherwise', () => {
    for (const none of [null, undefined]) {
      expect(shortlistBodySchema.parse({ isOn: none })).toEqual({ isOn: true });
      expect(acceptBodySchema.parse({ closeRequest: none, expectedVersion: none })).toEqual({
        closeRequest: true,
        expectedVersion: null,
      });
    }
    expect(shortlistBodySchema.parse({ isOn: false })).toEqual({ isOn: false });
    const other = { closeRequest: false, expectedVersion: 4 };
    expect(acceptBodySchema.parse(other)).toEqual(other);
  });

  test('a decline gives a reason of the list and 300 characters, a withdrawal 300, a cancellation 500', () => {
    for (const [schema, longest] of [
      [declineBodySchema, `${longestReason}: ${'x'.repeat(300)}`],
      [withdrawBodySchema, 'x'.repeat(300)],
      [cancelBodySchema, 'x'.repeat(500)],
    ] as const) {
      expect(schema.parse({ reason: longest })).toEqual({ reason: longest });
      expect(refusals(schema, { reason: `${longest}x` })).toEqual(['reason: Invalid input']);
    }
  });

  test('only a cancellation needs a reason', () => {
    for (const schema of [declineBodySchema, withdrawBodySchema])
      expect(schema.parse({ reason: ' ' })).toEqual({ reason: null });
    expect(refusals(cancelBodySchema, { reason: ' ' })).toEqual(['reason: Please give a reason']);
  });
});

describe('a revision of a quote', () => {
  const facts = { price: 10, quantity: 5, description: 'Good tubes', deliveryTime: '30 days' };

  test('files that a revision leaves out are kept', () => {
    const revision = reviseBodySchema.parse(facts);
    expect(revision).toMatchObject({ price: '10', expectedVersion: null });
    expect([revision.images, revision.attachments]).toEqual([undefined, undefined]);
    expect(reviseBodySchema.parse({ ...facts, images: [], attachments: [] })).toMatchObject({
      images: [],
      attachments: [],
    });
  });

  test('a revision follows the rules between the fields of a quote, also next to other errors', () => {
    expect(refusals(reviseBodySchema, { ...facts, price: -1, description: '' })).toEqual([
      'price: Price must be positive',
      'description: Description is required',
    ]);
  });
});

test('a quote counts its revisions from 0', () => {
  expect([0, 3].flatMap((revision) => refusals(decisionSchema.shape.revision, revision))).toEqual([]);
  expect(refusals(decisionSchema.shape.revision, -1)).toHaveLength(1);
});

test('an event of a quote has its facts as texts, and files by their names', () => {
  expect(factTextsSchema.parse(null)).toEqual({});
  expect(
    factTextsSchema.parse({ price: '5', taxCode: null, attachments: [{ path: 'a/b', name: 'b.pdf' }, 'c.pdf'] }),
  ).toEqual({ price: '5', taxCode: null, attachments: 'b.pdf, c.pdf' });
});
