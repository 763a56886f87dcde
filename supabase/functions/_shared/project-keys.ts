import { z } from 'zod';

const namedKeys = z.record(z.string(), z.string().min(1));

/** Keys of one kind, the preferred one first: `default` of the platform's dictionary, its others, the legacy key. */
function keysOf(dictionary: string | undefined, legacy: string | undefined, name: string): [string, ...string[]] {
  const { default: standard, ...others } = namedKeys.parse(JSON.parse(dictionary || '{}'));
  const [first, ...further] = [standard, ...Object.values(others), legacy].flatMap((key) => (key ? [key] : []));
  if (first === undefined) throw new Error(`Neither ${name} is set`);
  return [first, ...further];
}

/**
 * The keys of the project. Supabase passes publishable and secret keys to functions as JSON, by name. Older platforms
 * pass the legacy keys `anon` and `service_role`, and hosted projects pass both. While keys are rotated, there are
 * several of a kind.
 * @throws if neither kind is set, or a JSON value is not a dictionary
 */
export function projectKeys(read: (name: string) => string | undefined) {
  const publicKeys = keysOf(
    read('SUPABASE_PUBLISHABLE_KEYS'),
    read('SUPABASE_ANON_KEY'),
    'SUPABASE_PUBLISHABLE_KEYS nor SUPABASE_ANON_KEY',
  );
  const [secretKey] = keysOf(
    read('SUPABASE_SECRET_KEYS'),
    read('SUPABASE_SERVICE_ROLE_KEY'),
    'SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY',
  );
  return {
    /** Sent as `apikey` in requests without a session. */
    publishableKey: publicKeys[0],
    /** All public keys: a bearer token that is one of these is not a session. */
    publicKeys: new Set(publicKeys),
    secretKey,
  };
}
