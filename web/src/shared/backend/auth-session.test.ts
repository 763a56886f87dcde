// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './kept-session.ts';
import { createQueryClient } from './query-client.ts';

const getSession = vi.fn();
const loaded = vi.fn();

beforeEach(() => {
  vi.resetModules();
  loaded.mockReset();
  getSession.mockReset().mockResolvedValue({ data: { session: { access_token: 'token', user: { id: 'anna' } } } });
  vi.doMock('./auth.ts', () => {
    loaded();
    return { auth: { getSession } };
  });
});
afterEach(() => {
  vi.doUnmock('./auth.ts');
  localStorage.clear();
  sessionStorage.clear();
  window.location.hash = '';
});

describe('the session of a browser', () => {
  test('is none for a guest, without the client of Auth', async () => {
    const { currentSession, startAuth } = await import('./auth-session.ts');
    await startAuth();
    expect(await currentSession()).toBeNull();
    expect(loaded).not.toHaveBeenCalled();
  });

  test.each([['localStorage'], ['sessionStorage']] as const)('that %s keeps is what the client says', async (kept) => {
    const { currentSession } = await import('./auth-session.ts');
    globalThis[kept].setItem(SESSION_KEY, '{}');
    expect(await currentSession()).toMatchObject({ access_token: 'token' });
  });

  describe('whose token is fresh', () => {
    const kept = (change: object = {}) =>
      JSON.stringify({
        access_token: 'kept',
        refresh_token: 'refresh',
        expires_at: Math.floor(Date.now() / 1000) + 3600,
        user: { id: 'bea' },
        ...change,
      });

    test('is what is kept; the client comes once the page is used', async () => {
      const { currentSession, startAuth } = await import('./auth-session.ts');
      localStorage.setItem(SESSION_KEY, kept());
      await startAuth();
      expect(await currentSession()).toEqual({ access_token: 'kept', user: { id: 'bea' } });
      expect(loaded).not.toHaveBeenCalled();
      const { startFetchingAhead } = await import('@/shared/lazy/fetch-ahead.ts');
      startFetchingAhead();
      await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
    });

    test.each([
      ['ends soon', kept({ expires_at: Math.floor(Date.now() / 1000) + 60 })],
      ['has no end', kept({ expires_at: undefined })],
      ['names nobody', kept({ user: null })],
      ['has no token', kept({ access_token: '' })],
      ['cannot be read', '{"access_token": "ke'],
    ])('is not one that %s: the client says', async (_what, session) => {
      const { currentSession } = await import('./auth-session.ts');
      localStorage.setItem(SESSION_KEY, session);
      expect(await currentSession()).toMatchObject({ access_token: 'token', user: { id: 'anna' } });
    });

    test('gives way to one that came along in the address', async () => {
      window.location.hash = '#access_token=a&refresh_token=b&type=signup';
      const { currentSession } = await import('./auth-session.ts');
      localStorage.setItem(SESSION_KEY, kept());
      expect(await currentSession()).toMatchObject({ access_token: 'token', user: { id: 'anna' } });
    });
  });

  test('that came along in the address is taken out of it before the page begins', async () => {
    window.location.hash = '#access_token=a&refresh_token=b&type=signup';
    const { currentSession, startAuth } = await import('./auth-session.ts');
    await startAuth();
    expect(loaded).toHaveBeenCalledTimes(1);
    expect(await currentSession()).toMatchObject({ access_token: 'token' });
  });

  test('that cannot be read does not keep the page from beginning', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { startAuth } = await import('./auth-session.ts');
    await expect(startAuth()).resolves.toBeUndefined();
    vi.restoreAllMocks();
  });

  test('that another tab began replaces what a guest saw', async () => {
    const { keys } = await import('./query-keys.ts');
    const { currentUserQueryOptions } = await import('@/shared/session/use-current-user.ts');
    const { startSessionSync } = await import('@/shared/session/sync-session.ts');
    const queryClient = createQueryClient();
    const stop = startSessionSync(queryClient);
    queryClient.setQueryData(currentUserQueryOptions.queryKey, null);
    queryClient.setQueryData(keys.posts.all, 'of a guest');
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    vi.stubGlobal('fetch', async () => Response.json({ message: 'no such row' }, { status: 500 }));
    localStorage.setItem(SESSION_KEY, '{}');
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
    await vi.waitFor(() => expect(queryClient.getQueryData(keys.posts.all)).toBeUndefined());
    expect(getSession).toHaveBeenCalled();
    stop();
    vi.unstubAllGlobals();
  });
});
