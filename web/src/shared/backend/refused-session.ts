/** Recovery from a session that the server refuses. Loaded on demand, together with the Auth client. */
import { currentSession, type Ask } from './auth-session.ts';
import { dropSession, renewSession } from './auth.ts';
import { keptSession, type SignedIn } from './kept-session.ts';

const isKept = ({ access_token }: SignedIn) => keptSession()?.session.access_token === access_token;

/** See `replaceSession` of auth-session.ts. */
export const replaceSession = (refused: SignedIn): Promise<SignedIn | null | undefined> =>
  isKept(refused) ? renewSession() : currentSession();

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
