import { verify } from 'hono/jwt';
import { JwtTokenExpired } from 'hono/utils/jwt/types';

/** Whether a token was made by this server and is still good. */
export async function tokenState(token: string, secret: string): Promise<'valid' | 'expired' | 'invalid'> {
  try {
    await verify(token, secret, 'HS256');
    return 'valid';
  } catch (error) {
    return error instanceof JwtTokenExpired ? 'expired' : 'invalid';
  }
}
