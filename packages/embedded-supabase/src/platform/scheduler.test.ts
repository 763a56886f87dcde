import { afterEach, expect, test, vi } from 'vitest';
import { startScheduler } from './scheduler.ts';

afterEach(() => vi.useRealTimers());

const answer = () => Promise.resolve(new Response());

test.each([
  ['* * * * *', '2026-03-04T05:06:00Z', true],
  ['6 5 * * *', '2026-03-04T05:06:00Z', true],
  ['6 5 * * *', '2026-03-04T05:07:00Z', false],
  ['*/15 * * * *', '2026-03-04T05:45:00Z', true],
  ['*/15 * * * *', '2026-03-04T05:46:00Z', false],
  ['0 9-17/2 * * 1-5', '2026-03-04T11:00:00Z', true],
  ['0 9-17/2 * * 1-5', '2026-03-04T12:00:00Z', false],
  ['0 9-17/2 * * 1-5', '2026-03-07T11:00:00Z', false],
  ['0,30 3 1 1,7 *', '2026-07-01T03:30:00Z', true],
  ['0 0 * * 7', '2026-03-01T00:00:00Z', true],
  // As cron has it everywhere, pg_cron included: a day of the month or of the week.
  ['0 0 1 * 1', '2026-03-02T00:00:00Z', true],
])('%s at %s: %s', async (schedule, at, isDue) => {
  vi.useFakeTimers({ now: Date.parse(at) - 30_000 });
  const call = vi.fn(answer);
  const stop = startScheduler({ jobs: [{ schedule, path: 'cleanup' }], call, log: vi.fn() });
  await vi.advanceTimersByTimeAsync(45_000);
  await stop();
  expect(call).toHaveBeenCalledTimes(isDue ? 1 : 0);
});

test.each(['', '* * * *', '*/0 * * * *', 'a * * * *', '1-2-3 * * * *', '* * * * * *', '30 seconds'])(
  '"%s" is refused',
  (schedule) => {
    const jobs = [{ schedule, path: 'cleanup' }];
    expect(() => startScheduler({ jobs, call: answer, log: vi.fn() })).toThrow(/CronPattern/);
  },
);

test('a job runs at its minute, and not again while it runs', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T05:05:30Z') });
  let finish: (response: Response) => void = () => undefined;
  const call = vi.fn(() => new Promise<Response>((resolve) => (finish = resolve)));
  const stop = startScheduler({ jobs: [{ schedule: '* * * * *', path: 'cleanup' }], call, log: vi.fn() });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(call).toHaveBeenCalledExactlyOnceWith('cleanup');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(1);
  finish(new Response());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(2);
  const stopped = stop();
  finish(new Response());
  await stopped;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(call).toHaveBeenCalledTimes(2);
});

test('a job with a failed call is reported and runs again', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T05:05:30Z') });
  const log = vi.fn();
  const call = vi.fn(() => Promise.reject<Response>(new Error('no such function')));
  const stop = startScheduler({ jobs: [{ schedule: '* * * * *', path: 'cleanup' }], call, log });
  await vi.advanceTimersByTimeAsync(100_000);
  await stop();
  expect(call).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenLastCalledWith('Cron cleanup: Error: no such function');
});
