import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { broadcastSchema } from './broadcast.ts';

const toAll = { audience: 'all', message: 'Hello' };
const toSome = { ...toAll, audience: 'country', audienceValues: ['vn'] };

describe('a broadcast', () => {
  test('a broadcast needs only audience and message, and goes without link and mail', () => {
    expect(broadcastSchema.parse({ ...toAll, message: ' Hello ' })).toEqual({
      ...toAll,
      audienceValues: [],
      linkKind: 'none',
      withEmail: false,
    });
  });

  test.each([
    [toAll],
    [{ ...toSome, audienceValues: ['x', 'x'.repeat(60)] }],
    [{ ...toSome, audienceValues: Array(1_000).fill('vn') }],
    [{ ...toAll, message: 'x'.repeat(300) }],
    [{ ...toAll, linkKind: 'post', linkId: 1 }],
    [{ ...toAll, linkId: null, sendAt: null }],
    [{ ...toAll, sendAt: '2026-12-01T12:00:00+07:00' }],
  ])('a broadcast within its limits is taken', (body) => expect(refusals(broadcastSchema, body)).toEqual([]));

  test.each([
    [{ ...toSome, audienceValues: [] }, 'audienceValues: Choose who gets it'],
    [{ ...toSome, audienceValues: [' '] }, 'audienceValues.0: Invalid input'],
    [{ ...toSome, audienceValues: ['x'.repeat(61)] }, 'audienceValues.0: Invalid input'],
    [{ ...toSome, audienceValues: Array(1_001).fill('vn') }, 'audienceValues: Invalid input'],
    [{ ...toAll, message: ' ' }, 'message: Message is required'],
    [{ ...toAll, message: 'x'.repeat(301) }, 'message: Message must be at most 300 characters'],
    [{ ...toAll, linkKind: 'quote' }, 'linkId: Enter the number of the quote'],
    [{ ...toAll, linkId: 0 }, 'linkId: Invalid input'],
    [{ ...toAll, sendAt: '2026-12-01' }, 'sendAt: Invalid input'],
  ])('a broadcast outside of its limits is refused: %#', (body, refusal) =>
    expect(refusals(broadcastSchema, body)).toEqual([refusal]),
  );

  test('names of an audience are trimmed', () => {
    expect(broadcastSchema.parse({ ...toSome, audienceValues: [' vn '] }).audienceValues).toEqual(['vn']);
  });
});
