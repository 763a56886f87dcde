// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { keepChoice } from '@/shared/i18n/start-words.ts';
import { register } from './register.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const REGISTERED = { registration: '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f' };

/** Registers and gives the bodies that were sent; the server answers like this. */
const attempt = async (answer: () => Response) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    expect(path).toBe('/api/session/register');
    sent.push(JSON.parse(String(init?.body)));
    return answer();
  });
  const result = await register({ username: 'anna', email: 'anna@example.com', password: 'Demo1234!' });
  return { result, sent };
};

test('a registration is one request, with the language of the page once chosen', async () => {
  const body = { username: 'anna', email: 'anna@example.com', password: 'Demo1234!' };
  const waiting = {
    status: 'verification',
    pending: { userId: REGISTERED.registration, email: body.email, sentAt: expect.any(Number) },
  };
  const answer = () => Response.json(REGISTERED, { status: 201 });
  expect(await attempt(answer)).toEqual({ result: waiting, sent: [body] });
  keepChoice('vi', { loading: '', failed: '', outdated: '', title: '', still: {} });
  expect(await attempt(answer)).toEqual({ result: waiting, sent: [{ ...body, locale: 'vi' }] });
});

describe('a failed registration', () => {
  test.each([
    ['an empty body', () => new Response('', { status: 400 })],
    ['JSON without a sentence', () => Response.json({}, { status: 422 })],
    ['JSON with a code only', () => Response.json({ code: 'conflict' }, { status: 422 })],
  ])('[A480] a failed registration with %s is "Registration failed"', async (_what, answer) => {
    await expect(attempt(answer)).rejects.toThrow(/^Registration failed$/);
  });

  test('a failed registration shows what the server says', async () => {
    await expect(attempt(() => Response.json({ message: 'Signups are off' }, { status: 422 }))).rejects.toThrow(
      'Signups are off',
    );
  });
});
