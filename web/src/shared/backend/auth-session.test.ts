// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './kept-session.ts';
import { createQueryClient } from './query-client.ts';

const getSession = vi.fn();
const renewSession = vi.fn();
const dropSession = vi.fn();
const loaded = vi.fn();

beforeEach(() => {
  vi.resetModules();
  loaded.mockReset();
  getSession.mockReset().mockResolvedValue({ data: { session: { access_token: 'token', user: { id: 'anna' } } } });
  vi.doMock('./auth.ts', () => {
    loaded();
    return { auth: { getSession }, renewSession, dropSession };
  });
});
afterEach(() => {
  vi.doUnmock('./auth.ts');
  localStorage.clear();
  sessionStorage.clear();
});

describe('the session of a browser', () => {
  test('the session of a guest is null, and the Auth client is not loaded', async () => {
    const { currentSession, startAuth } = await import('./auth-session.ts');
    startAuth();
    expect(await currentSession()).toBeNull();
    expect(loaded).not.toHaveBeenCalled();
  });

  test.each([['localStorage'], ['sessionStorage']] as const)(
    'the session that %s keeps is the one that the client returns',
    async (kept) => {
      const { currentSession } = await import('./auth-session.ts');
      globalThis[kept].setItem(SESSION_KEY, '{}');
      expect(await currentSession()).toMatchObject({ access_token: 'token' });
    },
  );

  describe('whose token is fresh', () => {
    const kept = (change: object = {}) =>
      JSON.stringify({
        access_token: 'kept',
        refresh_token: 'refresh',
        expires_at: Math.floor(Date.now() / 1000) + 3600,
        user: { id: 'bea' },
        ...change,
      });

    test('a fresh stored session is used as it is; the Auth client loads once the page is used', async () => {
      const { currentSession, startAuth } = await import('./auth-session.ts');
      localStorage.setItem(SESSION_KEY, kept());
      startAuth();
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
    ])('a stored session that %s is not used: the client is asked', async (_what, session) => {
      const { currentSession } = await import('./auth-session.ts');
      localStorage.setItem(SESSION_KEY, session);
      expect(await currentSession()).toMatchObject({ access_token: 'token', user: { id: 'anna' } });
    });
  });

  test('a session that Auth cannot renew now is used as it is', async () => {
    getSession.mockResolvedValue({ data: { session: null } });
    const { currentSession } = await import('./auth-session.ts');
    localStorage.setItem(SESSION_KEY, JSON.stringify({ access_token: 'old', expires_at: 1, user: { id: 'bea' } }));
    expect(await currentSession()).toEqual({ access_token: 'old', user: { id: 'bea' } });
  });

  describe('that the server refuses', () => {
    const fresh = (token: string) => {
      const session = { access_token: token, user: { id: 'bea' } };
      const expires_at = Math.floor(Date.now() / 1000) + 3600;
      localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, expires_at }));
      return session;
    };
    const drop = () => localStorage.removeItem(SESSION_KEY);
    /** Asks a server to which only these tokens are good; a guest's is `guest`. */
    const ask = async (...good: string[]) => {
      const { askAsUser } = await import('./auth-session.ts');
      const asked: string[] = [];
      const answer = await askAsUser(async (session) => {
        const token = session?.access_token ?? 'guest';
        asked.push(token);
        return new Response(token, { status: good.includes(token) ? 200 : 401 });
      });
      return { asked, status: answer.status, text: await answer.text() };
    };
    beforeEach(() => {
      renewSession.mockReset();
      dropSession.mockReset().mockImplementation(drop);
      fresh('kept');
    });

    test('a refused session is renewed, and the request repeated', async () => {
      renewSession.mockImplementation(async () => fresh('renewed'));
      expect(await ask('renewed')).toEqual({ asked: ['kept', 'renewed'], status: 200, text: 'renewed' });
    });

    test('a refused session is not renewed again by a second request that used it', async () => {
      renewSession.mockImplementation(async () => fresh('renewed'));
      await ask('renewed');
      const { replaceSession } = await import('./auth-session.ts');
      expect(await replaceSession({ access_token: 'kept', user: { id: 'bea' } })).toMatchObject({
        access_token: 'renewed',
      });
      expect(renewSession).toHaveBeenCalledOnce();
    });

    test('a user with an ended session reads as a guest', async () => {
      renewSession.mockImplementation(async () => (drop(), null));
      expect(await ask('guest')).toEqual({ asked: ['kept', 'guest'], status: 200, text: 'guest' });
    });

    test('a user with an ended session gets a refusal where guests get nothing', async () => {
      renewSession.mockImplementation(async () => (drop(), null));
      expect(await ask()).toEqual({ asked: ['kept', 'guest'], status: 401, text: 'kept' });
    });

    test('a refused session is kept where Auth cannot say', async () => {
      renewSession.mockResolvedValue(undefined);
      expect(await ask('guest')).toEqual({ asked: ['kept'], status: 401, text: 'kept' });
      expect(dropSession).not.toHaveBeenCalled();
    });

    test('a session is dropped when it is refused though renewed', async () => {
      renewSession.mockImplementation(async () => fresh('renewed'));
      expect(await ask('guest')).toEqual({ asked: ['kept', 'renewed', 'guest'], status: 200, text: 'guest' });
      expect(dropSession).toHaveBeenCalledOnce();
    });
  });

  test('a session that cannot be read does not keep the page from starting', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { startAuth } = await import('./auth-session.ts');
    expect(startAuth).not.toThrow();
    vi.restoreAllMocks();
  });

  test('a session that another tab began replaces what a guest saw', async () => {
    const { keys } = await import('./query-keys.ts');
    const { currentUserQueryOptions } = await import('@/shared/session/use-current-user.ts');
    const { startSessionSync } = await import('@/shared/session/sync-session.ts');
    const queryClient = createQueryClient();
    const stop = startSessionSync(queryClient, () => undefined);
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
