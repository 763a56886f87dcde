import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { User } from '@supabase/supabase-js';
import { z } from 'zod';
import { authClient } from '../auth-client.ts';
import { env } from '../env.ts';
import { ApiError, fromAuth, unauthorized } from './api-error.ts';
import type { ApiContext, Session } from './context.ts';

/** The tokens of a session and the lifetime of its cookies. */
export type SessionTokens = { accessToken: string; refreshToken: string; isRemembered: boolean };

const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;
/** A token that expires sooner than this is renewed first, because it must last as long as the request. */
const RENEW_BEFORE_SECONDS = 60;
/** Browsers accept 4096 bytes including name and attributes. */
const CHUNK_SIZE = 3_500;
const CHUNKS_MAX = 8;
const isHttps = env.siteUrl.startsWith('https:');
// With the prefix, browsers refuse such a cookie from a subdomain or without https.
/** Name of the session cookies, followed by a dot and a number, because a session can need several. */
export const SESSION_COOKIE = isHttps ? '__Host-session' : 'session';
const cookieOptions: CookieOptions = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps };

const chunkName = (index: number) => `${SESSION_COOKIE}.${index}`;

/** Stores the session in cookies: until the browser closes, or for 30 days if it is to be remembered. */
export function writeSessionCookies(c: ApiContext, tokens: SessionTokens): void {
  const { isRemembered, refreshToken, accessToken } = tokens;
  const value = [isRemembered ? '1' : '0', refreshToken, accessToken].join('~');
  const options = isRemembered ? { ...cookieOptions, maxAge: REMEMBERED_SECONDS } : cookieOptions;
  const count = Math.ceil(value.length / CHUNK_SIZE);
  for (let index = 0; index < count; index += 1) {
    setCookie(c, chunkName(index), value.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE), options);
  }
  removeChunks(c, count);
}

/** Removes the cookies of an ended session. */
export function clearSessionCookies(c: ApiContext): void {
  removeChunks(c, 0);
}

function removeChunks(c: ApiContext, from: number): void {
  const sent = getCookie(c);
  for (let index = from; index < CHUNKS_MAX; index += 1) {
    if (sent[chunkName(index)] !== undefined) deleteCookie(c, chunkName(index), cookieOptions);
  }
}

/** The tokens in the cookies of a request, or null if they are incomplete. */
export function readSessionCookies(c: ApiContext): SessionTokens | null {
  const sent = getCookie(c);
  let value = '';
  for (let index = 0; index < CHUNKS_MAX; index += 1) value += sent[chunkName(index)] ?? '';
  const [remembered, refreshToken, accessToken] = value.split('~');
  if (!refreshToken || !accessToken) return null;
  return { isRemembered: remembered === '1', refreshToken, accessToken };
}

const claimsSchema = z.object({ exp: z.number(), session_id: z.string().optional(), aal: z.string().optional() });

/** The claims of a token, unverified: good enough to renew it in time, and for nothing else. Null for an invalid token. */
function readClaims(token: string): z.infer<typeof claimsSchema> | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = claimsSchema.safeParse(JSON.parse(atob(payload)));
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}

/**
 * The session of the caller: of the bearer token (the page) or the cookies (other clients), or null for a guest. Renews
 * cookies that are about to expire. Cached per request.
 */
export function readSession(c: ApiContext): Promise<Session | null> {
  const known = c.get('session');
  if (known) return known;
  const session = bearerToken(c) === null ? sessionOfCookies(c) : sessionOfBearer(c);
  c.set('session', session);
  return session;
}

/**
 * The token that the caller's session will have if it is valid; null for guests, expired tokens, and cookies that must
 * be renewed first. It is not verified: data read or written with it must not leave the function before `readSession`,
 * or a query that the database refuses for ended sessions, has confirmed it.
 */
export function claimedToken(c: ApiContext): string | null {
  const bearer = bearerToken(c);
  // PostgREST accepts a token for some seconds after it expires.
  if (bearer !== null) return secondsLeft(bearer) > 0 ? bearer : null;
  const sent = readSessionCookies(c);
  return sent && lastsLongEnough(sent.accessToken) ? sent.accessToken : null;
}

/**
 * The session of the caller, or null for a guest and for a session that has ended or never was.
 * @throws if Auth could not be asked, which says nothing of the session
 */
export async function readSessionIfAny(c: ApiContext): Promise<Session | null> {
  try {
    return await readSession(c);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Ends a session at Auth; one that has ended already is no failure.
 * @throws if the session may live on
 */
export async function endSession(accessToken: string): Promise<void> {
  const { error } = await authClient().admin.signOut(accessToken, 'local');
  if (error && ![401, 403, 404].includes(error.status ?? 0)) throw fromAuth(error);
}

/**
 * Ends a session whose tokens nobody gets. A failure changes no answer: without its tokens such a session is only an
 * entry in the list of devices, where its user can end it.
 */
export async function discardSession(c: ApiContext, accessToken: string): Promise<void> {
  await endSession(accessToken).catch((error: unknown) => console.error(c.get('requestId'), error));
}

/** The session of a signed-in caller; 401 for a guest, 403 before the second step of a sign-in. */
export async function requireSession(c: ApiContext): Promise<Session> {
  const session = await readSession(c);
  if (!session) throw unauthorized();
  if (session.isHalf) throw secondStepMissing();
  return session;
}

/** The refusal of a session that a code of the authenticator app has to complete. */
export const secondStepMissing = () =>
  new ApiError(403, 'Enter the code of your authenticator app', { code: 'second_factor_required' });

/** Whether a user has two-step sign-in on, and the token is after the first step only. */
export const isHalfSignedIn = (accessToken: string, user: Pick<User, 'factors'>): boolean =>
  (user.factors ?? []).some(({ status }) => status === 'verified') && readClaims(accessToken)?.aal !== 'aal2';

function bearerToken(c: ApiContext): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null;
  // Clients of Supabase send one of their public keys if they have no session.
  return token !== null && env.publicKeys.has(token) ? null : token;
}

/** Whether the caller sends a session token, which takes precedence over cookies. */
export const hasBearerToken = (c: ApiContext): boolean => bearerToken(c) !== null;

async function sessionOfBearer(c: ApiContext): Promise<Session> {
  const session = await verify(bearerToken(c) ?? '');
  if (!session) throw unauthorized();
  return session;
}

/** The session of a token, as confirmed by Auth: only Auth knows whether it issued the token, the session ended, or the account is gone. */
async function verify(accessToken: string): Promise<Session | null> {
  const { data, error } = await authClient().getUser(accessToken);
  if (error && !isRefusal(error.status)) throw fromAuth(error);
  const { user } = data;
  return user && { accessToken, authId: user.id, isHalf: isHalfSignedIn(accessToken, user) };
}

async function sessionOfCookies(c: ApiContext): Promise<Session | null> {
  const sent = readSessionCookies(c);
  if (!sent) return null;
  const tokens = await renewIfNeeded(c, sent);
  if (!tokens) return null;
  const session = await verify(tokens.accessToken);
  if (!session) clearSessionCookies(c);
  return session;
}

/** Whether Auth refused a session, as opposed to failing. */
export const isRefusal = (status: number | undefined) =>
  status !== undefined && status >= 400 && status < 500 && status !== 429;

/** The session of a token that Auth has just issued; undefined if it names none. */
export const sessionIdOf = (token: string): string | undefined => readClaims(token)?.session_id;

/** The remaining lifetime of a token, by its unverified claims. */
const secondsLeft = (token: string) => (readClaims(token)?.exp ?? 0) - Date.now() / 1000;

/** Whether a token lasts as long as a request. */
const lastsLongEnough = (token: string) => secondsLeft(token) > RENEW_BEFORE_SECONDS;

async function renewIfNeeded(c: ApiContext, tokens: SessionTokens): Promise<SessionTokens | null> {
  if (lastsLongEnough(tokens.accessToken)) return tokens;
  const { data, error } = await authClient().refreshSession({ refresh_token: tokens.refreshToken });
  if (error && !isRefusal(error.status)) throw fromAuth(error);
  if (!data.session) {
    clearSessionCookies(c);
    return null;
  }
  const renewed = {
    accessToken: data.session.access_token,
    refreshToken: data.session.refresh_token,
    isRemembered: tokens.isRemembered,
  };
  writeSessionCookies(c, renewed);
  return renewed;
}
