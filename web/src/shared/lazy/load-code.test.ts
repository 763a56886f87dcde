// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCode } from './load-code.ts';

const gone = () => new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/x.js');
const reload = vi.fn();
const site = vi.fn<typeof fetch>();

const answers = () => site.mockResolvedValue(new Response());
const doesNotAnswer = () => site.mockRejectedValue(new TypeError('Failed to fetch'));

/** Whether the browser sees a network. */
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', site.mockReset());
  answers();
  vi.stubGlobal('location', { href: 'https://example.com/', reload: reload.mockReset() });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('code that cannot be fetched', () => {
  test('code is not requested before the browser is online again, since the browser keeps a failure', async () => {
    vi.useFakeTimers();
    doesNotAnswer();
    setOnline(false);
    const load = vi.fn().mockResolvedValue('code');
    const loaded = loadCode(load);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).not.toHaveBeenCalled();
    answers();
    setOnline(true);
    await expect(loaded).resolves.toBe('code');
    expect(load).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
  });

  test('code is requested when the browser reports offline but the site answers, as on one machine', async () => {
    setOnline(false);
    await expect(loadCode(async () => 'code')).resolves.toBe('code');
  });

  test('code stays available without a network once it was fetched', async () => {
    setOnline(true);
    const load = vi.fn().mockResolvedValue('code');
    await loadCode(load);
    doesNotAnswer();
    setOnline(false);
    await expect(loadCode(load)).resolves.toBe('code');
  });

  test('code loads when a lost network is back', async () => {
    setOnline(true);
    const listening = vi.spyOn(window, 'addEventListener');
    const load = vi.fn().mockImplementationOnce(async () => {
      doesNotAnswer();
      setOnline(false);
      throw gone();
    });
    load.mockResolvedValue('code');
    const loaded = loadCode(load);
    await vi.waitFor(() => expect(listening).toHaveBeenCalledWith('online', expect.anything(), expect.anything()));
    expect(load).toHaveBeenCalledTimes(1);
    answers();
    setOnline(true);
    await expect(loaded).resolves.toBe('code');
    expect(load).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['does not answer', doesNotAnswer],
    ['is down', () => site.mockResolvedValue(new Response(null, { status: 503 }))],
  ])('code is requested after growing pauses where the browser sees a network but the site %s', async (_, fail) => {
    vi.useFakeTimers();
    setOnline(true);
    fail();
    const load = vi.fn().mockRejectedValue(gone());
    const loaded = loadCode(load);
    await vi.advanceTimersByTimeAsync(999);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(load).toHaveBeenCalledTimes(2);
    load.mockResolvedValue('code');
    await vi.advanceTimersByTimeAsync(1);
    await expect(loaded).resolves.toBe('code');
  });

  test('missing code reloads the page where the site answers without the file, once within 10 seconds', async () => {
    setOnline(true);
    const load = vi.fn().mockRejectedValue(gone());
    void loadCode(load);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await expect(loadCode(load)).rejects.toThrow('dynamically imported module');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('code that is broken is reported at once', async () => {
    setOnline(true);
    const load = vi.fn().mockRejectedValue(new SyntaxError('Unexpected token'));
    await expect(loadCode(load)).rejects.toThrow('Unexpected token');
    expect(load).toHaveBeenCalledTimes(1);
  });
});
