import { decode, verify } from 'hono/jwt';
import { JwtTokenExpired } from 'hono/utils/jwt/types';
import { z } from 'zod';

const sessionSchema = z.object({ sub: z.string(), session_id: z.string() });

/** The token in a header `Authorization`; undefined without one. */
export const bearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer\s+(\S.*)$/i.exec(authorization ?? '')?.[1];

/** Whether a token was issued by this server and is still valid. */
export async function tokenState(token: string, secret: string): Promise<'valid' | 'expired' | 'invalid'> {
  try {
    await verify(token, secret, 'HS256');
    return 'valid';
  } catch (error) {
    return error instanceof JwtTokenExpired ? 'expired' : 'invalid';
  }
}

/** User and session of a token; undefined for the key of a guest or of the service. */
export function sessionOf(token: string): z.infer<typeof sessionSchema> | undefined {
  try {
    return sessionSchema.safeParse(decode(token).payload).data;
  } catch {
    return undefined;
  }
}
