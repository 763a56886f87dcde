import { compare } from 'bcryptjs';
import type { AuthHooks } from 'embedded-supabase/auth-hooks';
import type { Sql } from 'embedded-supabase/database';
import { networkOf } from '../functions/_shared/http/network.ts';

const refused = (message: string) => ({ code: 'proof_needed', message });

/** The hooks of config.toml, and the answers of the triggers `a_guard_…` of Auth's tables to a token alone. */
export function authHooks(sql: Sql): AuthHooks {
  const ask = async (
    name: 'before_user_created' | 'refusal_of_new_user' | 'password_attempt' | 'mfa_verification_attempt',
    event: object,
  ): Promise<unknown> => {
    const [row] = await sql<{ verdict: unknown }>(`select private.${name}($1::jsonb) as verdict`, [
      JSON.stringify(event),
    ]);
    return row?.verdict;
  };
  return {
    beforeUserCreated: ({ metadata: { ip_address }, user }) =>
      ip_address === null
        ? ask('refusal_of_new_user', { user })
        : ask('before_user_created', { metadata: { ip_address: networkOf(ip_address) }, user }),
    passwordAttempt: (event) => ask('password_attempt', event),
    mfaAttempt: (event) => ask('mfa_verification_attempt', event),
    refusesFactorChange: async ({ userId, sessionId, factorId, isNew }) => {
      const [row] = isNew
        ? await sql<{ may: boolean }>('select private.take_factor_proof($1::uuid, $2::uuid) as may', [userId, factorId])
        : await sql<{ may: boolean }>('select private.has_fresh_code($1::uuid) as may', [sessionId]);
      return row?.may !== true;
    },
    refuseChange: async ({ userId, sessionId, email, currentPassword }) => {
      if (email) return refused('The email address is not changed by a token alone');
      const [waiting] = await sql<{ is_by_mail: boolean; hash: string | null }>(
        `select p.session_id is not null as is_by_mail, u.encrypted_password as hash
        from private.password_proofs p join auth.users u on u.id = p.auth_id
        where u.id = $1::uuid and p.factor_id is null and p.made_at > now() - interval '30 seconds'`,
        [userId],
      );
      const byToken = refused('The password is not changed by a token alone');
      // First: otherwise a thief could use up, with any password, each proof of the owner.
      if (waiting?.hash && !waiting.is_by_mail && !(await compare(currentPassword, waiting.hash))) return byToken;
      const [taken] = await sql<{ is_proved: boolean }>(
        'select private.take_password_proof($1::uuid, $2::boolean, $3::uuid) as is_proved',
        [userId, waiting?.is_by_mail ?? true, sessionId],
      );
      return taken?.is_proved === true ? undefined : byToken;
    },
  };
}
