import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { CurrentUser } from './current-user.ts';
import { useSaveLocale } from './save-locale.ts';
import { currentUserQueryOptions } from './use-current-user.ts';

afterEach(() => vi.unstubAllGlobals());

const user: CurrentUser = {
  id: 7,
  authId: 'x',
  username: 'anna',
  email: 'anna@example.com',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  address: '',
  country: '',
  companyName: '',
  bio: '',
  avatarPath: null,
  role: 'user',
  isAdmin: false,
  organization: '',
  taxCode: '',
  suspension: null,
  termsVersion: null,
  locale: null,
};

/** Chooses Vietnamese as this person; what is known of them while it is stored, and afterwards. */
async function choose(person: CurrentUser | null, answer: () => Response) {
  const bodies: unknown[] = [];
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { retry: false } });
  const { queryKey } = currentUserQueryOptions;
  client.setQueryData(queryKey, person);
  const known = () => client.getQueryData(queryKey)?.locale;
  const meanwhile: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      expect(String(url)).toMatch(/\/rest\/v1\/rpc\/set_locale$/);
      bodies.push(JSON.parse(String(init?.body)));
      meanwhile.push(known());
      return answer();
    }),
  );
  const { result } = renderHook(() => useSaveLocale(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const failed = await act(() => result.current.mutateAsync('vi').then(() => null, String));
  return { bodies, meanwhile, after: known(), failed };
}

describe('the choice of a language', () => {
  test('the chosen language is stored with the account and applies at once', async () => {
    expect(await choose(user, () => new Response(null, { status: 204 }))).toEqual({
      bodies: [{ locale: 'vi' }],
      meanwhile: ['vi'],
      after: 'vi',
      failed: null,
    });
  });

  test('a language that could not be stored does not apply any more', async () => {
    const refused = () => Response.json({ code: 'PT400', message: 'This language is not known' }, { status: 400 });
    expect(await choose(user, refused)).toMatchObject({
      meanwhile: ['vi'],
      after: null,
      failed: expect.stringContaining('This language is not known'),
    });
  });
});
