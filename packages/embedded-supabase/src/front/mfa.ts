import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { Hono } from 'hono';
import { z } from 'zod';
import { FairQueue } from '../fair-queue.ts';
import type { Sql } from '../database/database.ts';
import { bearerToken, sessionOf, tokenState } from '../platform/token-state.ts';
import { authError } from './auth-error.ts';
import type { FrontContext } from './auth-limits.ts';
import type { Front } from './front.ts';
import { readJson } from './read-json.ts';
import { newTotp, stepOfCode } from './totp.ts';

/** Seconds in which a challenge has to be answered, and a new factor to be verified: as hosted. */
const EXPIRY_SECONDS = 300;
/** Factors of a user, verified or not: as hosted. */
const FACTORS_MAX = 10;

interface MfaParts {
  sql: Sql;
  jwtSecret: string;
  /** Forwards the renewal of a session by a refresh token. */
  renew: (request: Request, refreshToken: string) => Promise<Response>;
  /** The issuer that authenticator apps show unless the page names one. */
  siteUrl: string;
  addressOf: (c: FrontContext) => string;
  /** Counts a code if it is wrong, else asks whether any is accepted. @returns the refusal; null if it is accepted */
  refuseAttempt: (event: MfaAttempt) => Promise<string | null>;
  /** Whether a project refuses that a new factor counts, or that one is removed. */
  refusesChange: (change: FactorChange) => Promise<boolean>;
}

/** A change of a user's verified factors, asked for with a token. */
export interface FactorChange {
  userId: string;
  /** The session that asks for it. */
  sessionId: string;
  factorId: string;
  /** The factor becomes verified; otherwise it is verified and removed. */
  isNew: boolean;
}

/** The event of the hook `mfa_verification_attempt`. */
export interface MfaAttempt {
  user_id: string;
  factor_id: string;
  factor_type: 'totp';
  valid: boolean;
}

const uuid = z.uuid();
const enrollSchema = z.object({
  factor_type: z.string().catch(''),
  friendly_name: z.string().max(200).catch(''),
  issuer: z.string().max(200).catch(''),
});
const verifySchema = z.object({ challenge_id: z.uuid(), code: z.string().min(1).max(64) });

/** The session of a request with a valid token. */
export interface Caller {
  userId: string;
  sessionId: string;
  isAal2: boolean;
  /** Whether the user has a verified factor. */
  hasFactor: boolean;
  email: string | null;
}

interface Factor {
  id: string;
  status: 'verified' | 'unverified';
  secret: string;
}

/** The caller of Auth, or the refusal of hosted Auth to their token. */
export async function callerOf(request: Request, { sql, jwtSecret }: Pick<MfaParts, 'sql' | 'jwtSecret'>) {
  const token = bearerToken(request.headers.get('authorization'));
  if (token === undefined) return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const session = (await tokenState(token, jwtSecret)) === 'valid' ? sessionOf(token) : undefined;
  if (!session) return authError(403, 'bad_jwt', 'invalid JWT');
  const [caller] = await sql<Caller>(
    `select u.id as "userId", s.id as "sessionId", u.email, coalesce(s.aal, 'aal1') = 'aal2' as "isAal2",
      exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as "hasFactor"
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1::uuid and u.id = $2::uuid`,
    [session.session_id, session.sub],
  );
  return caller ?? authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

const changeOf = ({ userId, sessionId }: Caller, { id }: Factor, isNew: boolean): FactorChange => ({
  userId,
  sessionId,
  factorId: id,
  isNew,
});
const proofNeeded = () => authError(403, 'proof_needed', 'Factors are not changed by a token alone');

/** The second factor of hosted Auth: TOTP, with its paths, answers and refusals. Unlike hosted, it accepts a code once. */
export function createMfa(parts: MfaParts): Front {
  const { sql } = parts;
  const app: Front = new Hono();
  /** Only completed failures count, and a code is accepted once, so a user's attempts come one after the other. */
  const attempts = new FairQueue({ all: Infinity, perClient: 1 });

  const find = async (id: string, caller: Caller): Promise<Factor | Response> => {
    if (!uuid.safeParse(id).success) return authError(404, 'validation_failed', 'factor_id must be an UUID');
    const [factor] = await sql<Factor>(
      'select id, status, secret from auth.mfa_factors where id = $1::uuid and user_id = $2::uuid',
      [id, caller.userId],
    );
    return factor ?? authError(404, 'mfa_factor_not_found', 'Factor not found');
  };

  app.post('/', async (c) => {
    const caller = await callerOf(c.req.raw, parts);
    if (caller instanceof Response) return caller;
    const body = enrollSchema.safeParse(await readJson(c.req.raw)).data;
    if (body?.factor_type === 'phone')
      return authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
    if (body?.factor_type === 'webauthn')
      return authError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    if (body?.factor_type !== 'totp')
      return authError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
    if (caller.hasFactor && !caller.isAal2)
      return authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    const leave = await attempts.enter(caller.userId);
    try {
      await sql(
        `delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'
          and created_at < now() - make_interval(secs => $2)`,
        [caller.userId, EXPIRY_SECONDS],
      );
      const others = await sql<{ name: string }>(
        `select coalesce(friendly_name, '') as name from auth.mfa_factors where user_id = $1::uuid`,
        [caller.userId],
      );
      if (others.some(({ name }) => name === body.friendly_name)) {
        const message = `A factor with the friendly name "${body.friendly_name}" for this user already exists`;
        return authError(422, 'mfa_factor_name_conflict', message);
      }
      if (others.length >= FACTORS_MAX) {
        const message = 'Maximum number of verified factors reached, unenroll to continue';
        return authError(422, 'too_many_enrolled_mfa_factors', message);
      }
      const totp = newTotp(body.issuer || new URL(parts.siteUrl).host, caller.email ?? caller.userId);
      const id = randomUUID();
      await sql(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values ($1::uuid, $2::uuid, $3, 'totp', 'unverified', now(), now(), $4)`,
        [id, caller.userId, body.friendly_name, totp.secret],
      );
      return c.json({ id, type: 'totp', friendly_name: body.friendly_name, totp });
    } finally {
      leave();
    }
  });

  app.post('/:id/challenge', async (c) => {
    const caller = await callerOf(c.req.raw, parts);
    const factor = caller instanceof Response ? caller : await find(c.req.param('id'), caller);
    if (factor instanceof Response) return factor;
    const address = parts.addressOf(c);
    const [challenge] = await sql<{ id: string; expires_at: number }>(
      `with old as (delete from auth.mfa_challenges where factor_id = $1::uuid and created_at < now() - interval '1 day'),
      asked as (update auth.mfa_factors set last_challenged_at = now() where id = $1::uuid)
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), f.id, now(), $2::inet from auth.mfa_factors f where f.id = $1::uuid
      returning id, floor(extract(epoch from created_at))::integer + $3::integer as expires_at`,
      [factor.id, isIP(address) ? address : '0.0.0.0', EXPIRY_SECONDS],
    );
    return challenge
      ? c.json({ ...challenge, type: 'totp' })
      : authError(404, 'mfa_factor_not_found', 'Factor not found');
  });

  /** The refusal to a challenge that is unknown, used or too old. */
  const refuseChallenge = async (id: string, factor: Factor): Promise<Response | null> => {
    const [challenge] = await sql<{ isUsed: boolean; isOld: boolean }>(
      `select verified_at is not null as "isUsed", created_at < now() - make_interval(secs => $3) as "isOld"
      from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid`,
      [id, factor.id, EXPIRY_SECONDS],
    );
    if (!challenge)
      return authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
    if (challenge.isUsed)
      return authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
    if (!challenge.isOld) return null;
    await sql('delete from auth.mfa_challenges where id = $1::uuid', [id]);
    const advice = 'verify against another challenge or create a new challenge.';
    return authError(422, 'mfa_challenge_expired', `MFA challenge ${id} has expired, ${advice}`);
  };

  /** The step of a code that is valid and has not been used. */
  const freshStep = async (factor: Factor, code: string): Promise<number | null> => {
    const step = stepOfCode(factor.secret, code);
    if (step === null) return null;
    const used = await sql(
      'select 1 from auth.mfa_challenges where factor_id = $1::uuid and otp_code::bigint >= $2::bigint limit 1',
      [factor.id, step],
    );
    return used.length === 0 ? step : null;
  };

  app.post('/:id/verify', async (c) => {
    const caller = await callerOf(c.req.raw, parts);
    if (caller instanceof Response) return caller;
    const leave = await attempts.enter(caller.userId);
    try {
      const factor = await find(c.req.param('id'), caller);
      if (factor instanceof Response) return factor;
      const body = verifySchema.safeParse(await readJson(c.req.raw)).data;
      if (!body) return authError(400, 'validation_failed', 'challenge_id and code are needed');
      const event = { user_id: caller.userId, factor_id: factor.id, factor_type: 'totp' } as const;
      const refused = await parts.refuseAttempt({ ...event, valid: true });
      if (refused !== null) return authError(429, 'over_request_rate_limit', refused);
      const bad = await refuseChallenge(body.challenge_id, factor);
      if (bad) return bad;
      const step = await freshStep(factor, body.code);
      if (step === null) {
        const tooMany = await parts.refuseAttempt({ ...event, valid: false });
        return tooMany === null
          ? authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
          : authError(429, 'over_request_rate_limit', tooMany);
      }
      if (factor.status === 'unverified' && (await parts.refusesChange(changeOf(caller, factor, true))))
        return proofNeeded();
      return await raise(c, caller, factor, body.challenge_id, step);
    } finally {
      leave();
    }
  });

  /**
   * Raises a session, ends the sessions of the user that have not been proved as well, and answers new tokens. The
   * refresh tokens from before cannot renew the session any more.
   */
  const raise = async (c: FrontContext, caller: Caller, factor: Factor, challengeId: string, step: number) => {
    const [token] = await sql<{ token: string }>(
      `with used as (update auth.mfa_challenges set verified_at = now(), otp_code = $5 where id = $4::uuid),
      verified as (update auth.mfa_factors set status = 'verified', updated_at = now() where id = $3::uuid),
      claimed as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values (gen_random_uuid(), $2::uuid, now(), now(), 'totp')
        on conflict (session_id, authentication_method) do update set updated_at = now()),
      raised as (update auth.sessions set aal = 'aal2', factor_id = $3::uuid where id = $2::uuid),
      others as (
        delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid and coalesce(aal, 'aal1') < 'aal2'),
      unverified as (
        delete from auth.mfa_factors where user_id = $1::uuid and id <> $3::uuid and status = 'unverified')
      select token from auth.refresh_tokens where session_id = $2::uuid and not revoked order by created_at desc limit 1`,
      [caller.userId, caller.sessionId, factor.id, challengeId, String(step)],
    );
    const answer = await parts.renew(
      new Request(new URL('/auth/v1/token?grant_type=refresh_token', c.req.url), {
        method: 'POST',
        headers: { apikey: c.req.header('apikey') ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: token?.token }),
      }),
      token?.token ?? '',
    );
    await sql('update auth.refresh_tokens set parent = null where session_id = $1::uuid', [caller.sessionId]);
    return answer;
  };

  app.delete('/:id', async (c) => {
    const caller = await callerOf(c.req.raw, parts);
    if (caller instanceof Response) return caller;
    const factor = await find(c.req.param('id'), caller);
    if (factor instanceof Response) return factor;
    if (factor.status === 'verified' && !caller.isAal2)
      return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    if (factor.status === 'verified' && (await parts.refusesChange(changeOf(caller, factor, false))))
      return proofNeeded();
    await sql(
      `with lowered as (update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid),
      unclaimed as (
        delete from auth.mfa_amr_claims
        where authentication_method = 'totp' and session_id in (select id from auth.sessions where factor_id = $1::uuid))
      delete from auth.mfa_factors where id = $1::uuid`,
      [factor.id],
    );
    return c.json({ id: factor.id });
  });

  return app;
}
