import { afterEach, describe, expect, test, vi } from 'vitest';

/** A line of its own in a browser that is idle at once. */
async function lineOf(connection: object | undefined, onLine = true) {
  vi.resetModules();
  vi.stubGlobal('navigator', { connection, onLine });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  return import('./fetch-ahead.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what is fetched ahead', () => {
  test('prefetched code loads one by one, after the start, and continues after a failure', async () => {
    const { fetchAhead, startFetchingAhead } = await lineOf({ saveData: false, effectiveType: '4g' });
    const order: string[] = [];
    fetchAhead(() => {
      order.push('first');
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    fetchAhead(async () => order.push('second'));
    fetchAhead(async () => order.push('before all'), true);
    expect(order).toEqual([]);
    startFetchingAhead();
    expect(order).toEqual(['before all']);
    await vi.waitFor(() => expect(order).toEqual(['before all', 'first', 'second']));
    fetchAhead(async () => order.push('third'));
    await vi.waitFor(() => expect(order).toEqual(['before all', 'first', 'second', 'third']));
  });

  test.each(['pointermove', 'keydown', 'scroll'])('prefetching waits for the first user action: %s', async (sign) => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const { fetchAhead, fetchAheadOnceUsed } = await lineOf(undefined);
    const load = vi.fn().mockResolvedValue(null);
    fetchAhead(load);
    fetchAheadOnceUsed();
    expect(load).not.toHaveBeenCalled();
    page.dispatchEvent(new Event(sign));
    expect(load).toHaveBeenCalledOnce();
  });

  test('prefetching does not wait for ever', async () => {
    vi.useFakeTimers();
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const { fetchAhead, fetchAheadOnceUsed } = await lineOf(undefined);
    const load = vi.fn().mockResolvedValue(null);
    fetchAhead(load);
    fetchAheadOnceUsed();
    vi.advanceTimersByTime(7999);
    expect(load).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(load).toHaveBeenCalledOnce();
  });

  test('prefetching pauses without a network, where a request would cache the failure', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const listening = vi.spyOn(page, 'addEventListener');
    const site = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'));
    vi.stubGlobal('fetch', site);
    const { fetchAhead, startFetchingAhead } = await lineOf(undefined, false);
    const loads = [vi.fn().mockResolvedValue(null), vi.fn().mockResolvedValue(null)];
    loads.forEach((load) => fetchAhead(load));
    startFetchingAhead();
    await vi.waitFor(() => expect(listening).toHaveBeenCalledWith('online', expect.anything(), expect.anything()));
    expect(loads[0]).not.toHaveBeenCalled();
    site.mockResolvedValue(new Response());
    vi.stubGlobal('navigator', { onLine: true });
    page.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(loads[1]).toHaveBeenCalledOnce());
    expect(loads[0]).toHaveBeenCalledOnce();
  });

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'prefetching is off where data is expensive: %o',
    async (connection) => {
      const { fetchAhead, startFetchingAhead } = await lineOf(connection);
      const load = vi.fn().mockResolvedValue(null);
      fetchAhead(load);
      startFetchingAhead();
      expect(load).not.toHaveBeenCalled();
    },
  );
});
