import { expect, test } from 'vitest';
import { figuresTable, median, spread, timesIn, type LighthouseReport } from './figures.ts';

const report: LighthouseReport = {
  categories: { performance: { score: 0.91 } },
  audits: {
    'first-contentful-paint': { numericValue: 1234 },
    'largest-contentful-paint': { numericValue: 2345 },
    'total-blocking-time': { numericValue: 310 },
    'cumulative-layout-shift': { numericValue: 0 },
    'speed-index': { numericValue: 2000 },
    'main-thread-tasks': { details: { items: [{ duration: 100 }, { duration: 13 }, { duration: 12 }] } },
  },
};

const LIGHTHOUSE = { slowdown: 4, isApplied: false };

test('times are read from a report; long tasks are those that a slow phone feels', () => {
  expect(timesIn(report, LIGHTHOUSE)).toEqual({
    score: 0.91,
    firstPaint: 1234,
    largestPaint: 2345,
    blocked: 310,
    shift: 0,
    speedIndex: 2000,
    busy: 125,
    longTasks: 113,
  });
  expect(timesIn(report, { slowdown: 4, isApplied: true })).toMatchObject({ busy: 31.25, longTasks: 25 });
});

test('a visit that failed, and one without a figure, is no measurement', () => {
  expect(() => timesIn({ ...report, runtimeError: { message: 'no paint' } }, LIGHTHOUSE)).toThrow('no paint');
  expect(() => timesIn({ ...report, audits: {} }, LIGHTHOUSE)).toThrow('first-contentful-paint');
});

test('the median is the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test('a spread names the lowest and the highest, unless they are the same as written', () => {
  expect(spread([3, 1, 2], String)).toBe('2 (1–3)');
  expect(spread([1.01, 1.02], (value) => value.toFixed(1))).toBe('1.0');
});

test('a table has a column for each side', () => {
  const weighed = {
    requestsBefore: 12,
    requests: 20,
    code: 120_000,
    styles: 10_000,
    fonts: 30_000,
    images: 5,
    answers: 7,
    elements: 400,
  };
  const side = { name: 'this tree', timed: [timesIn(report, LIGHTHOUSE)], weighed: [weighed] };
  const lines = figuresTable([side, { ...side, name: 'floor' }]).split('\n');
  expect(lines[0]).toMatch(/this tree.*floor/);
  expect(lines).toHaveLength(18);
  expect(lines.find((line) => line.includes('largest paint'))).toMatch(/2\.35 s.*2\.35 s/);
  expect(lines.find((line) => line.includes('code'))).toContain('120.0 kB');
});
