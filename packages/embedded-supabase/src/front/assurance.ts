import { decode, sign } from 'hono/jwt';
import { z } from 'zod';
import type { Sql } from '../database/database.ts';
import { sessionOf } from '../platform/token-state.ts';
import { readJson } from './read-json.ts';

const tokensSchema = z.looseObject({ access_token: z.string() });
const userSchema = z.looseObject({ id: z.string(), app_metadata: z.looseObject({}) });

interface Methods {
  aal: string;
  amr: { method: string; timestamp: number }[];
}

/** A second factor as Auth shows it, without its secret. */
const FACTORS = `select id, created_at, updated_at, status, coalesce(friendly_name, '') as friendly_name, factor_type,
    last_challenged_at
  from auth.mfa_factors where user_id = $1::uuid order by created_at, id`;

/** Fields that `@supabase/lite` omits: how a session was proved (`aal`, `amr`), and the factors of a user. */
export class Assurance {
  readonly #sql: Sql;
  readonly #jwtSecret: string;

  constructor(sql: Sql, jwtSecret: string) {
    this.#sql = sql;
    this.#jwtSecret = jwtSecret;
  }

  /** Stores how a new session was proved. */
  async noteMethod(sessionId: string, method: string): Promise<void> {
    await this.#sql(
      `with claim as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        select gen_random_uuid(), s.id, now(), now(), $2 from auth.sessions s where s.id = $1::uuid
        on conflict (session_id, authentication_method) do nothing)
      update auth.sessions set aal = coalesce(aal, 'aal1') where id = $1::uuid`,
      [sessionId, method],
    );
  }

  /** An answer of Auth with tokens or a user, completed; any other one as it is. */
  async complete(answer: Response): Promise<Response> {
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return answer;
    const body = await readJson(answer);
    const tokens = tokensSchema.safeParse(body).data;
    const user = userSchema.safeParse(tokens ? tokens['user'] : body).data;
    if (!tokens && !user) return answer;
    const factors = user ? await this.#sql(FACTORS, [user.id]) : [];
    if (!tokens && factors.length === 0) return answer;
    const whole = user && { ...user, ...(factors.length > 0 && { factors }) };
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    const completed = tokens
      ? { ...tokens, access_token: await this.#sign(tokens.access_token), ...(whole && { user: whole }) }
      : whole;
    return Response.json(completed, { status: answer.status, headers });
  }

  /** The same token with the claims of its session. */
  async #sign(token: string): Promise<string> {
    const session = sessionOf(token);
    if (!session) return token;
    const [methods] = await this.#sql<Methods>(
      `select coalesce(s.aal, 'aal1') as aal, coalesce((
        select json_agg(json_build_object('method', c.authentication_method,
          'timestamp', floor(extract(epoch from c.updated_at))) order by c.updated_at desc, c.authentication_method)
        from auth.mfa_amr_claims c where c.session_id = s.id), '[]') as amr
      from auth.sessions s where s.id = $1::uuid`,
      [session.session_id],
    );
    return sign({ ...decode(token).payload, ...methods }, this.#jwtSecret, 'HS256');
  }
}
