/** Recovery from a session that the server refuses. Loaded on demand, together with the Auth client. */
import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { currentSession, type Ask } from './auth-session.ts';
import { auth, dropSession, renewSession } from './auth.ts';
import { keptSession, type SignedIn } from './kept-session.ts';

const isKept = ({ access_token }: SignedIn) => keptSession()?.session.access_token === access_token;

/** See `replaceSession` of auth-session.ts. */
export const replaceSession = (refused: SignedIn): Promise<SignedIn | null | undefined> =>
  isKept(refused) ? renewSession() : currentSession();

/** See `refuseHalfSignIn` of auth-session.ts. */
export async function refuseHalfSignIn(): Promise<void> {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.nextLevel !== 'aal2' || data.currentLevel === 'aal2') return;
  const facts = { kind: 'forbidden', status: 403, code: 'second_factor_required' } as const;
  throw new AppError(msg('Enter the code of your authenticator app'), facts);
}

/**
 * Repeats a request whose session was refused.
 * @param answer the refusal
 * @returns as `askAsUser`
 */
export async function askAgain(ask: Ask, session: SignedIn, answer: Response): Promise<Response> {
  const renewed = await replaceSession(session);
  if (renewed === undefined) return answer;
  const second = renewed && (await ask(renewed));
  if (second && second.status !== 401) return second;
  // The server refuses a session that Auth has just renewed, so it cannot be saved.
  if (renewed && isKept(renewed)) dropSession();
  const ofGuest = await ask(null);
  return ofGuest.ok ? ofGuest : answer;
}
