// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TERMS_VERSION } from '@domain/terms.ts';
import { keepChoice } from '@/shared/i18n/start-words.ts';
import { register } from './register.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Registers where both names are free and Auth gives this answer. */
const attempt = (answer: () => Response) => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) =>
      String(url).includes('/auth/v1/signup') ? answer() : Response.json({ exists: false }),
    ),
  );
  return register({ username: 'anna', email: 'anna@example.com', password: 'Demo1234!' });
};

test('a registration carries the accepted terms, and the language of the page once chosen', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      if (!String(url).includes('/auth/v1/signup')) return Response.json({ exists: false });
      sent.push(JSON.parse(String(init?.body)).data);
      return Response.json({ code: 422, msg: 'Signups are off' }, { status: 422 });
    }),
  );
  const attempts = () => register({ username: 'anna', email: 'anna@example.com', password: 'Demo1234!' });
  await expect(attempts()).rejects.toThrow('Signups are off');
  keepChoice('vi', { loading: '', failed: '', outdated: '', title: '', still: {} });
  await expect(attempts()).rejects.toThrow('Signups are off');
  const data = { username: 'anna', termsVersion: TERMS_VERSION };
  expect(sent).toEqual([data, { ...data, locale: 'vi' }]);
});

describe('a failed registration', () => {
  test.each([
    ['an empty body', () => new Response('', { status: 400 })],
    ['JSON without a sentence', () => Response.json({}, { status: 422 })],
    ['JSON with a code only', () => Response.json({ code: 422 }, { status: 422 })],
  ])('[A480] a failed registration with %s is "Registration failed"', async (_what, answer) => {
    await expect(attempt(answer)).rejects.toThrow(/^Registration failed$/);
  });

  test('a failed registration shows what the server says', async () => {
    await expect(attempt(() => Response.json({ code: 422, msg: 'Signups are off' }, { status: 422 }))).rejects.toThrow(
      'Signups are off',
    );
  });
});
