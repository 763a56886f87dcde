import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sign } from 'hono/jwt';
import { z } from 'zod';
import { OWN_FILE } from './own-modes.ts';
import { writeWhole } from './write-whole.ts';

/** Not a secret, and the same everywhere: the key that `supabase start` uses. */
export const PUBLISHABLE_KEY = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH';

const keysSchema = z.object({ jwtSecret: z.string(), secretKey: z.string(), cronSecret: z.string() });
export type Keys = z.infer<typeof keysSchema>;

/** The secrets of a data folder, random and created on its first start; only its owner can read them. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'keys.json');
  const stored = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stored !== undefined) {
    try {
      return keysSchema.parse(JSON.parse(stored));
    } catch (cause) {
      throw new Error(`${file} does not hold keys. Delete it to make new ones (everybody has to sign in again).`, {
        cause,
      });
    }
  }
  const keys: Keys = {
    jwtSecret: randomBytes(48).toString('base64url'),
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    cronSecret: randomBytes(32).toString('base64url'),
  };
  await writeWhole(file, JSON.stringify(keys), OWN_FILE);
  return keys;
}

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 60 * 60;

/** The keys that a hosted project provides to its functions: both kinds, the new ones by name. */
export async function functionKeys({ jwtSecret, secretKey }: Keys): Promise<Record<string, string>> {
  const legacy = (role: string) =>
    sign({ iss: 'supabase', role, exp: Math.floor(Date.now() / 1000) + TEN_YEARS_SECONDS }, jwtSecret, 'HS256');
  return {
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SUPABASE_ANON_KEY: await legacy('anon'),
    SUPABASE_SERVICE_ROLE_KEY: await legacy('service_role'),
  };
}
