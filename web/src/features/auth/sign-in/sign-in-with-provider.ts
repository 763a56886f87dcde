import { z } from 'zod';
import { env } from '@/shared/backend/env.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { rememberSession } from '@/shared/backend/session-storage.ts';
import { auth } from '@/shared/backend/auth.ts';
import { paths } from '@/shared/paths.ts';

const settingsSchema = z.object({ external: z.record(z.string(), z.unknown()) });

async function isConfigured(provider: string): Promise<boolean> {
  const response = await fetch(`${env.supabaseUrl}/auth/v1/settings`, { headers: { apikey: env.supabaseKey } });
  if (!response.ok) return false;
  const settings = settingsSchema.safeParse(await response.json());
  return settings.success && settings.data.external[provider] === true;
}

/**
 * Redirects to the external identity provider, if the auth server has it configured
 * (docs/decisions.md#identity-providers-are-found-by-their-absence). Resolves to false, without a redirect, if not.
 * Throws an AppError.
 */
export async function signInWithProvider(provider: 'google'): Promise<boolean> {
  if (!(await isConfigured(provider))) return false;
  rememberSession(true);
  dataOf(
    await auth.signInWithOAuth({
      provider,
      options: { redirectTo: window.location.origin + paths.authCallback },
    }),
  );
  return true;
}
