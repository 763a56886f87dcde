// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(new Response()));
  vi.stubGlobal('location', { href: 'https://example.com/', reload: reload.mockReset() });
});
afterEach(() => vi.unstubAllGlobals());

test('code that a release took away reloads the page once it is asked for, not when it is fetched ahead', async () => {
  const { lateCode } = await import('./late-code.ts');
  const { startFetchingAhead } = await import('./fetch-ahead.ts');
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const code = lateCode(load);
  expect(load).not.toHaveBeenCalled();
  startFetchingAhead();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await expect(load.mock.results[0]?.value).rejects.toThrow('Failed to fetch');
  expect([vi.mocked(fetch).mock.calls.length, reload.mock.calls.length]).toEqual([0, 0]);
  void code();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
