// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportGuestVisit } from './report-guest-visit.ts';

describe('reportGuestVisit', () => {
  const send = vi.fn<typeof fetch>();
  const visits = () => send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
  beforeEach(() => {
    sessionStorage.clear();
    send.mockReset().mockImplementation(() => Promise.resolve(Response.json({})));
    vi.stubGlobal('fetch', send);
    history.replaceState(null, '', '/news?q=x');
  });
  afterEach(() => vi.unstubAllGlobals());

  test('a guest visit is reported once per browser session, with path, session id and referrer', async () => {
    await reportGuestVisit();
    await reportGuestVisit();
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith(
      '/api/guest-access',
      expect.objectContaining({ method: 'POST', credentials: 'include' }),
    );
    expect(visits()).toEqual([
      { pagePath: '/news', referrer: 'direct', sessionId: sessionStorage.getItem('guestSessionId') },
    ]);
  });

  test('a guest visit names the page the visitor came from', async () => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://search.example/');
    await reportGuestVisit();
    expect(visits()).toMatchObject([{ referrer: 'https://search.example/' }]);
  });

  test('a guest visit has a new session id in a new browser session', async () => {
    await reportGuestVisit();
    sessionStorage.clear();
    await reportGuestVisit();
    const [first, second] = visits();
    expect(first.sessionId).not.toBe(second.sessionId);
  });

  test('a guest visit ignores failures', async () => {
    send.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(reportGuestVisit()).resolves.toBeUndefined();
    sessionStorage.clear();
    send.mockImplementation(() => Promise.resolve(new Response('boom', { status: 500 })));
    await expect(reportGuestVisit()).resolves.toBeUndefined();
  });
});
