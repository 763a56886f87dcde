import { describe, expect, test } from 'vitest';
import { CutOffs, isCutOff } from './cut-offs.ts';
import { databaseError } from './database-error.ts';
import { DatabaseCrash, DatabaseOutage } from './outages.ts';

const MINUTE = 60_000;

/** A record of cut-offs on a clock of its own. */
function record() {
  let now = 0;
  const cutOffs = new CutOffs(() => now);
  return { cutOffs, pass: (milliseconds: number) => (now += milliseconds) };
}

test('a statement was cut off when it took too long, filled the stack or crashed the database', () => {
  const cutOff = [
    databaseError('57014', 'x'),
    databaseError('54001', 'x'),
    new DatabaseCrash(new Error('unreachable')),
  ];
  expect(cutOff.map(isCutOff)).toEqual([true, true, true]);
  const others = [databaseError('57P01', 'x'), new DatabaseOutage(new Error('lost')), new Error('57014'), '57014'];
  expect(others.map(isCutOff)).toEqual([false, false, false, false]);
});

describe('a client whose statement was cut off', () => {
  test('a client after a cut-off statement is refused for 5 s, then twice as long each time up to 5 minutes', () => {
    const { cutOffs, pass } = record();
    const waits: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      cutOffs.note('a');
      waits.push(cutOffs.secondsLeft('a'));
      expect(cutOffs.refusalOf('a')).toMatchObject({ code: 'PT429', detail: `{"retryAfter":${String(waits.at(-1))}}` });
      pass(cutOffs.secondsLeft('a') * 1000);
      expect(cutOffs.secondsLeft('a')).toBe(0);
      expect(cutOffs.refusalOf('a')).toBeUndefined();
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  test('the wait of a cut-off client restarts at five seconds after a quiet quarter of an hour', () => {
    const { cutOffs, pass } = record();
    cutOffs.note('a');
    cutOffs.note('a');
    pass(15 * MINUTE);
    cutOffs.note('a');
    expect(cutOffs.secondsLeft('a')).toBe(5);
  });

  test('only the client whose statement was cut off is refused, not others and the server itself', () => {
    const { cutOffs } = record();
    cutOffs.note('a');
    cutOffs.note('server');
    cutOffs.note('service');
    expect(['a', 'b', 'c', 'server', 'service'].map((client) => cutOffs.secondsLeft(client))).toEqual([5, 0, 0, 0, 0]);
  });

  test('a cut-off client is remembered among ten thousand others, then the oldest is forgotten', () => {
    const { cutOffs } = record();
    cutOffs.note('a');
    for (let n = 0; n < 9_999; n += 1) cutOffs.note(`other ${String(n)}`);
    expect(cutOffs.secondsLeft('a')).toBe(5);
    cutOffs.note('one more');
    expect(cutOffs.secondsLeft('a')).toBe(0);
  });
});
