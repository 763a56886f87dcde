// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './kept-session.ts';

const asked = vi.fn<(url: string) => Promise<Response>>();
const heard = vi.fn();

const answer = (status: number, body: unknown = {}) => Promise.resolve(Response.json(body, { status }));
/** A token of a session; its number is that of its renewal. */
const tokenOf = (session: string, renewal = 0) => `x.${btoa(JSON.stringify({ session_id: session, renewal }))}.x`;
const keep = (expiresIn: number, storage: Storage = localStorage, token = 'access') =>
  storage.setItem(
    SESSION_KEY,
    JSON.stringify({
      access_token: token,
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: expiresIn,
      expires_at: Math.floor(Date.now() / 1000) + expiresIn,
      user: { id: 'anna' },
    }),
  );
const kept = () => [localStorage.getItem(SESSION_KEY), sessionStorage.getItem(SESSION_KEY)];

async function load() {
  const { signOut } = await import('./auth.ts');
  const { hasSessionEnded, onAuthEvent } = await import('./auth-session.ts');
  onAuthEvent(heard);
  return { signOut, hasSessionEnded };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
  asked.mockReset();
  heard.mockReset();
  vi.stubGlobal('fetch', (url: string) => asked(url));
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe('a session that its user leaves ends in this browser', () => {
  test.each<[what: string, fetched: () => Promise<Response>]>([
    ['Auth ends it', () => Promise.resolve(new Response(null, { status: 204 }))],
    ['Auth does not know it', () => answer(403, { error_code: 'session_not_found', msg: 'Gone' })],
    ['the database is out', () => answer(503, { msg: 'The service is busy. Please try again.' })],
    ['its address is refused for a while', () => answer(429, { msg: 'Too many requests' })],
    ['Auth fails', () => answer(500, { msg: 'Internal Server Error' })],
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['Auth does not answer', () => new Promise(() => undefined)],
  ])('if %s', async (_what, fetched) => {
    for (const [storage, expiresIn] of [
      [localStorage, 3_600],
      [sessionStorage, 3_600],
      [localStorage, -60],
    ] as const) {
      asked.mockImplementation(fetched);
      keep(expiresIn, storage);
      const { signOut, hasSessionEnded } = await load();
      const left = signOut('local');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await left).toEqual({ error: null });
      expect(kept()).toEqual([null, null]);
      expect(heard).toHaveBeenCalledWith('SIGNED_OUT');
      // The page does not say that the session ended. An expired one can have been refused before.
      if (expiresIn > 0) expect(hasSessionEnded()).toBe(false);
      vi.resetModules();
      heard.mockReset();
    }
  });

  test('a late answer brings nothing back, and takes nothing of the next user', async () => {
    const answers: ((answered: Response) => void)[] = [];
    asked.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    keep(-60);
    const { signOut } = await load();
    const left = signOut('local');
    await vi.advanceTimersByTimeAsync(5_000);
    await left;
    const renewed = {
      access_token: 'new',
      refresh_token: 'new',
      token_type: 'bearer',
      expires_in: 3_600,
      user: { id: 'anna' },
    };
    for (const each of answers.splice(0)) each(Response.json(renewed));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept()).toEqual([null, null]);

    keep(3_600);
    const again = signOut('local');
    await vi.advanceTimersByTimeAsync(5_000);
    await again;
    keep(3_600);
    const next = kept();
    for (const each of answers.splice(0)) each(new Response(null, { status: 204 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept()).toEqual(next);
  });
});

test.each([
  ['a sign-in of another tab stays', tokenOf('next'), 'stays'],
  ['a renewal by another tab is dropped', tokenOf('left', 1), 'goes'],
])('while a sign-out waits for Auth, %s', async (_what, stored, outcome) => {
  asked.mockImplementation(() => new Promise(() => undefined));
  keep(3_600, localStorage, tokenOf('left'));
  const { signOut } = await load();
  const left = signOut('local');
  await vi.advanceTimersByTimeAsync(2_000);
  keep(3_600, localStorage, stored);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await left).toEqual({ error: null });
  expect(kept()[0] === null ? 'goes' : 'stays').toBe(outcome);
});

test('a limited renewal keeps the headers of its answer, such as Retry-After', async () => {
  const headers = { 'Retry-After': '7' };
  asked.mockImplementation(() => Promise.resolve(Response.json({}, { status: 429, headers })));
  await load();
  const { auth } = await import('./auth.ts');
  const answers: Response[] = [];
  const { Response: Real } = globalThis;
  vi.stubGlobal(
    'Response',
    class extends Real {
      constructor(...sent: ConstructorParameters<typeof Real>) {
        super(...sent);
        answers.push(this);
      }
    },
  );
  const session = auth.refreshSession({ refresh_token: 'refresh' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await session).error).toMatchObject({ status: 503 });
  expect(answers.map(({ status, headers: kept }) => [status, kept.get('Retry-After')])).toContainEqual([503, '7']);
});

test('a session that could not be ended everywhere stays, so that its user can try again', async () => {
  asked.mockImplementation(() => answer(503, { msg: 'The service is busy. Please try again.' }));
  keep(3_600);
  const before = kept();
  const { signOut } = await load();
  expect((await signOut('global')).error).toMatchObject({ status: 503 });
  expect(kept()).toEqual(before);
});

test.each([
  [429, 'stays'],
  [503, 'stays'],
  [400, 'ends'],
])('a session whose renewal is answered with %i %s', async (status, outcome) => {
  asked.mockImplementation(() => answer(status, { msg: 'No' }));
  keep(-60);
  await load();
  const { auth } = await import('./auth.ts');
  const session = auth.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await session).data.session).toBeNull();
  expect(kept()[0] === null ? 'ends' : 'stays').toBe(outcome);
});
