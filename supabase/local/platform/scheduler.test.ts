import { afterEach, expect, test, vi } from 'vitest';
import { isDue, startScheduler } from './scheduler.ts';

afterEach(() => vi.useRealTimers());

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
])('%s at %s: %s', (schedule, at, due) => {
  expect(isDue(schedule, new Date(at))).toBe(due);
});

test.each(['', '* * * *', '*/0 * * * *', 'a * * * *', '1-2-3 * * * *'])('"%s" is refused', (schedule) => {
  expect(() => isDue(schedule, new Date())).toThrow('is not a crontab line');
});

test('a job runs at its minute, not again while it runs, and its failure is told', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-04T05:05:30Z') });
  const log = vi.fn();
  let finish: (response: Response) => void = () => undefined;
  const call = vi.fn(() => new Promise<Response>((resolve) => (finish = resolve)));
  const stop = startScheduler({ jobs: [{ schedule: '* * * * *', functionName: 'cleanup' }], call, log });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(call).toHaveBeenCalledExactlyOnceWith('cleanup');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(1);
  finish(new Response(null, { status: 500 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call).toHaveBeenCalledTimes(2);
  expect(log).toHaveBeenCalledExactlyOnceWith('Cron cleanup: HTTP 500');
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(call).toHaveBeenCalledTimes(2);
});
