import { authClient } from '../../_shared/auth-client.ts';
import { dataOf, secretClient } from '../../_shared/clients.ts';
import {
  LINK_REFUSED,
  resetLinkAnswerSchema,
  resetLinkSchema,
  resetPasswordSchema,
} from '../../_shared/domain/reset-link.ts';
import { ApiError, fromAuth } from '../../_shared/http/api-error.ts';
import { isHalfSignedIn, sessionIdOf } from '../../_shared/http/session.ts';
import { exchangeProof, isGoodLink, takeProof } from '../mail-proof.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Sets a new password with the link of the mail. */
export const passwordResetRoutes = new ApiRoutes('Account');

const linkRefused = () => new ApiError(400, LINK_REFUSED, { code: 'link_refused' });

passwordResetRoutes.operation(
  {
    method: 'post',
    path: '/reset_password/check',
    summary:
      'Check whether a reset link is valid; this does not use it up, so mail scanners that open links do no harm',
    access: 'anyone',
    body: resetLinkSchema,
    keepsNoAnswer: true,
    answer: resetLinkAnswerSchema,
  },
  async ({ c, body }) => ({ isValid: await isGoodLink(c, body.token, 'reset_password') }),
);

passwordResetRoutes.operation(
  {
    method: 'post',
    path: '/reset_password',
    summary: 'Set a new password with the link of the mail, which ends every session',
    description:
      'The link works once, within 60 minutes. Where the address was never verified, it verifies it and empties the account: somebody else may have registered it. Its owner signs in with the address, accepts the terms and fills in the profile.',
    access: 'anyone',
    body: resetPasswordSchema,
    keepsNoAnswer: true,
    answer: doneSchema,
  },
  async ({ c, body: { token, password } }) => {
    const ticket = await takeProof(c, { token }, 'reset_password');
    if (ticket === null) throw linkRefused();
    // All steps share one client, because the session of the link exists only in it.
    const auth = authClient();
    const session = await exchangeProof(auth, ticket, 'reset_password');
    if (!session) throw linkRefused();
    const proof = { auth_id: session.user.id, session_id: sessionIdOf(session.access_token) };
    dataOf(await secretClient('credentials').rpc('prove_password_change', proof));
    // The link is the first step of a sign-in, like the password; the next one asks for the second as well.
    const { error } = isHalfSignedIn(session.access_token, session.user)
      ? await authClient().admin.updateUserById(session.user.id, { password })
      : await auth.updateUser({ password });
    // End all sessions even if the new password was refused: the old password could be known to somebody else.
    const { error: stillSignedIn } = await auth.signOut({ scope: 'global' });
    // The link is used up, and the account has the requested password already.
    if (error && error.code !== 'same_password') throw fromAuth(error);
    if (stillSignedIn) throw fromAuth(stillSignedIn);
    return { message: 'Your password has been reset. You can now sign in.' };
  },
);
