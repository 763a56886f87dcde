import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

afterEach(() => vi.useRealTimers());

const collect = (isTTY = false) => {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => lines.push(line), isTTY }, 'info') };
};

test('an event is one line of JSON with time and level, and readable in a terminal', () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T05:06:07.089Z') });
  const machine = collect();
  machine.log.info('request', { route: '/api/posts', status: 200, ms: 12 });
  machine.log.debug('request', { status: 201 });
  expect(machine.lines.map((line): unknown => JSON.parse(line))).toEqual([
    { level: 'info', time: '2026-03-04T05:06:07.089Z', route: '/api/posts', status: 200, ms: 12, message: 'request' },
  ]);
  const people = collect(true);
  people.log.info('request', { route: '/api/posts', status: 200 });
  expect(people.lines).toEqual(['05:06:07.089 info  request route=/api/posts status=200\n']);
});

test('the same fault is written once in ten seconds, then with the number of its repetitions', () => {
  vi.useFakeTimers();
  const { lines, log } = collect();
  const told = () => lines.splice(0).map((line): unknown => JSON.parse(line));
  const failRow = (n: number) => log.fault(`Row ${String(n)} failed\n    at store (a.ts:${String(n)})`, { n });
  for (let n = 0; n < 5; n += 1) failRow(n);
  log.fault('Row 5 failed\n    at load (a.ts:5)');
  for (const status of [500, 503]) log.fault(`GET / answered ${String(status)}`, { status });
  expect(told()).toMatchObject([
    { level: 'warn', message: 'Row 0 failed', n: 0, stack: '    at store (a.ts:0)' },
    { message: 'Row 5 failed' },
    { status: 500 },
    { status: 503 },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(told()).toMatchObject([{ message: 'Row 0 failed', repeated: 4 }]);
  failRow(7);
  log.end();
  expect(told()).toMatchObject([{ message: 'Row 0 failed', repeated: 1 }]);
  failRow(8);
  expect(told()).toMatchObject([{ message: 'Row 8 failed' }]);
});

test('a fault with a long text without the signs that are searched for is written at once', () => {
  const { lines, log } = collect();
  const began = performance.now();
  for (const piece of ['a', 'a@', 'http://', 'Key (', 'value for ', 'a@b.'])
    log.fault(piece.repeat(200_000 / piece.length));
  expect(performance.now() - began).toBeLessThan(5_000);
  log.end();
  expect(lines).toHaveLength(6);
});

test.each([
  ['Refused: Jo.Doe+x@mail.example.com, <a@b.vn>', 'Refused: <address>, <<address>>'],
  ['    at file:///x/node_modules/@supabase/lite/dist/index.js', undefined],
  [
    'fetch of http://127.0.0.1:9/rest/v1/posts?title=eq.Tea failed',
    'fetch of http://127.0.0.1:9/rest/v1/posts?… failed',
  ],
  ['"Failing row contains (7, Tea,\n jo).", hint: null', '"Failing row contains …'],
  [
    '{\n  details: "Failing row contains (7).",\n  code: "X"\n}',
    '{\n  details: "Failing row contains …",\n  code: "X"\n}',
  ],
  ['Key (username)=(jo) already exists.', 'Key (username)=…'],
  ['invalid input syntax for type integer: "Tea"', 'invalid input syntax for type integer: …'],
  ['malformed array literal: "Tea"', 'malformed array literal: …'],
  ['relation "posts" does not exist', undefined],
])('a fault keeps nothing that libraries quote of people: %s', (text, left = text) => {
  const { lines, log } = collect();
  log.fault(text);
  const [message, ...stack] = left.split('\n');
  const parts = stack.length > 0 ? { message, stack: stack.join('\n') } : { message };
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([parts]);
});
