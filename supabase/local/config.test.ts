import { fileURLToPath } from 'node:url';
import { readProjectConfig } from 'embedded-supabase/project-config';
import { describe, expect, test } from 'vitest';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const google = {
  SUPABASE_AUTH_EXTERNAL_GOOGLE_ENABLED: 'true',
  SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'id',
  SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: 'secret',
};

describe('supabase/config.toml', () => {
  const config = readProjectConfig(projectDir, {});

  test('addresses have to be verified', () => {
    expect(config.auth.email.enable_confirmations).toBe(true);
  });

  test('a request answers at most 1,000 rows, of public only', () => {
    expect(config.api).toMatchObject({ max_rows: 1000, schemas: ['public'] });
  });

  test('the functions that check their callers themselves do without a token check', () => {
    const unchecked = Object.entries(config.functions).filter(([, { verify_jwt }]) => !verify_jwt);
    expect(unchecked.map(([name]) => name).sort()).toEqual(['api', 'housekeeping', 'mail']);
  });
});

test('a provider is on only when it is switched on and has its credentials', () => {
  const enabled = (env: Record<string, string>) => readProjectConfig(projectDir, env).auth.external.google.enabled;
  expect(enabled({})).toBe(false);
  expect(enabled(google)).toBe(true);
  expect(enabled({ ...google, SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: '' })).toBe(false);
  expect(enabled({ ...google, SUPABASE_AUTH_EXTERNAL_GOOGLE_ENABLED: 'false' })).toBe(false);
});
