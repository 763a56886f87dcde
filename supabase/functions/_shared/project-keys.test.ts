import { expect, test } from 'vitest';
import { projectKeys } from './project-keys.ts';

const NEW = {
  SUPABASE_PUBLISHABLE_KEYS: '{"mobile":"sb_publishable_m","default":"sb_publishable_d"}',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_d","jobs":"sb_secret_j"}',
};
const LEGACY = { SUPABASE_ANON_KEY: 'anon.jwt', SUPABASE_SERVICE_ROLE_KEY: 'service.jwt' };
const keysIn = (environment: Record<string, string>) => projectKeys((name) => environment[name]);

test('the keys that the platform names come before the legacy ones, `default` before the others', () => {
  expect(keysIn({ ...LEGACY, ...NEW })).toEqual({
    publishableKey: 'sb_publishable_d',
    publicKeys: new Set(['sb_publishable_d', 'sb_publishable_m', 'anon.jwt']),
    secretKey: 'sb_secret_d',
  });
});

test('another key of the project is used when there is no `default`', () => {
  const named = {
    SUPABASE_PUBLISHABLE_KEYS: '{"web":"sb_publishable_w"}',
    SUPABASE_SECRET_KEYS: '{"jobs":"sb_secret_j"}',
  };
  expect(keysIn({ ...LEGACY, ...named })).toMatchObject({
    publishableKey: 'sb_publishable_w',
    secretKey: 'sb_secret_j',
  });
});

test('a platform without the new keys gives the legacy ones, one that has ended those the new ones', () => {
  expect(keysIn(LEGACY)).toMatchObject({ publishableKey: 'anon.jwt', secretKey: 'service.jwt' });
  expect(keysIn({ ...LEGACY, SUPABASE_PUBLISHABLE_KEYS: '{}', SUPABASE_SECRET_KEYS: '' })).toMatchObject({
    secretKey: 'service.jwt',
  });
  expect(keysIn(NEW)).toMatchObject({ publishableKey: 'sb_publishable_d', secretKey: 'sb_secret_d' });
});

test('a function without keys does not start, and says which are missing', () => {
  expect(() => keysIn({ ...NEW, SUPABASE_SECRET_KEYS: '{}' })).toThrow(
    'Neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY is set',
  );
  expect(() => keysIn({})).toThrow('Neither SUPABASE_PUBLISHABLE_KEYS nor SUPABASE_ANON_KEY is set');
});
