import { authClient } from '../../_shared/auth-client.ts';
import { dataOf, secretClient } from '../../_shared/clients.ts';
import { LINK_REFUSED, resetLinkAnswerSchema, resetLinkSchema, resetPasswordSchema } from '../../_shared/domain/password-reset.ts';
import { ApiError, fromAuth } from '../../_shared/http/api-error.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Setting a new password with the link of the mail (B12). */
export const passwordResetRoutes = new ApiRoutes('Account');

const linkRefused = () => new ApiError(400, LINK_REFUSED, { code: 'link_refused' });
const isFresh = async (token: string) =>
  dataOf(await secretClient('mailProof').rpc('mail_link_is_fresh', { token_hash: token, kind: 'recovery' }));

passwordResetRoutes.operation(
  {
    method: 'post',
    path: '/reset_password/check',
    summary: 'Whether a reset link is good; asking uses nothing up, so mail scanners that open links do no harm',
    access: 'anyone',
    body: resetLinkSchema,
    keepsNoAnswer: true,
    answer: resetLinkAnswerSchema,
  },
  async ({ body }) => ({ isValid: await isFresh(body.token) }),
);

passwordResetRoutes.operation(
  {
    method: 'post',
    path: '/reset_password',
    summary: 'Set a new password with the link of the mail and end every session',
    description: 'The link works once, within 60 minutes.',
    access: 'anyone',
    body: resetPasswordSchema,
    keepsNoAnswer: true,
    answer: doneSchema,
  },
  async ({ body: { token, password } }) => {
    if (!(await isFresh(token))) throw linkRefused();
    // One client for all three steps: the session that the link opens lives in it and ends with it.
    const auth = authClient();
    const { data, error: refusal } = await auth.verifyOtp({ token_hash: token, type: 'recovery' });
    if (refusal && (refusal.status === 429 || (refusal.status ?? 500) >= 500)) throw fromAuth(refusal);
    if (!data.session) throw linkRefused();
    const { error } = await auth.updateUser({ password });
    // Whoever knew the old password is out, also when the new one was refused: somebody holds the mail.
    await auth.signOut({ scope: 'global' });
    // The link is used up, and the password is the one that was asked for.
    if (error && error.code !== 'same_password') throw fromAuth(error);
    return { message: 'Your password has been reset. You can now sign in.' };
  },
);
