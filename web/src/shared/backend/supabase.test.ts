// @vitest-environment jsdom
import { createClient, type Session } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '@rows/database.types.ts';
import { env } from './env.ts';
import { fileStorage } from './file-storage.ts';
import { rememberAwareStorage } from './session-storage.ts';
import { supabase } from './supabase.ts';

/** The client that the page's own one stands for, on the same session. */
const whole = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  auth: { storage: rememberAwareStorage, autoRefreshToken: false },
});

const sent: { method: string; url: string; headers: Record<string, string>; body: unknown; signal: unknown }[] = [];

const session: Session = {
  access_token: 'token-of-anna',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'anna', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '2026-01-01T00:00:00Z' },
};

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', headers, body, signal }: RequestInit = {}) => {
    const { 'x-client-info': _, ...relevant } = Object.fromEntries(new Headers(headers));
    sent.push({ method, url: String(url), headers: relevant, body, signal });
    return Response.json([]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sent.length = 0;
});

async function ask(client: Pick<typeof whole, 'from' | 'rpc'>, files: typeof fileStorage, { signal }: AbortController) {
  await client.from('posts').select('id').eq('id', 7).order('id').abortSignal(signal);
  await client.from('posts').delete().eq('id', 7).select('id').maybeSingle();
  await client.rpc('accept_terms', { version: '2026-01-01' });
  await files.from('post-images').remove(['a.webp']);
  await files.from('quote-documents').createSignedUrl('a.pdf', 60);
}

describe('the client of the page', () => {
  test.each([
    ['a guest', null, `Bearer ${env.supabaseKey}`],
    ['a signed-in person', session, 'Bearer token-of-anna'],
  ])('the client of the page sends for %s the requests of supabase-js', async (_who, stored, authorization) => {
    if (stored) localStorage.setItem('sb-localhost-auth-token', JSON.stringify(stored));
    const abort = new AbortController();
    await ask(supabase, fileStorage, abort);
    const own = sent.splice(0);
    await ask(whole, whole.storage, abort);
    expect(own).toEqual(sent);
    expect(own).toHaveLength(5);
    expect(own[0]).toMatchObject({ signal: abort.signal, headers: { apikey: env.supabaseKey, authorization } });
  });
});
