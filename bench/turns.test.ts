import { describe, expect, test } from 'vitest';
import { inTurns, Times } from './turns.ts';

describe('times', () => {
  test('have a median, a 95th percentile and a worst', () => {
    const times = new Times();
    for (let value = 1; value <= 100; value += 1) times.record(value / 10);
    expect(times.count).toBe(100);
    expect(times.median).toBeCloseTo(5, 1);
    expect(times.p95).toBeCloseTo(9.5, 1);
    expect(times.worst).toBeCloseTo(10, 1);
  });

  test('of several queries can be put together', () => {
    const [some, others] = [new Times(), new Times()];
    some.record(1);
    others.record(9);
    some.add(others);
    expect([some.count, Math.round(some.worst)]).toEqual([2, 9]);
  });
});

describe('sides in turn', () => {
  const effort = { rounds: 5, runs: 10, samples: 0, milliseconds: 0 };

  test('change after each turn, and the first turn of each does not count', async () => {
    const order: string[] = [];
    const slow = (name: string) => async () => {
      order.push(name);
      return 100;
    };
    const [a, b] = await inTurns([slow('A'), slow('B')], effort);
    expect(order.join('')).toBe('ABABABABABAB');
    expect([a?.count, b?.count]).toEqual([5, 5]);
  });

  test('run several times in a turn when they are quick', async () => {
    let [runs, most, row] = [0, 0, 0];
    const quick = async () => {
      runs += 1;
      row += 1;
      most = Math.max(most, row);
      return 1;
    };
    const other = async () => {
      row = 0;
      return 100;
    };
    const [a] = await inTurns([quick, other], effort);
    expect([most, runs, a?.count]).toEqual([10, 60, 50]);
  });

  test('go on until there are enough measurements', async () => {
    const [times] = await inTurns([async () => 1], { rounds: 5, runs: 10, samples: 75, milliseconds: 60_000 });
    expect(times?.count).toBe(80);
  });
});
