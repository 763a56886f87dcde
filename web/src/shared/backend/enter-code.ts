import { AppError, toAppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { auth } from './auth.ts';
import { dataOf } from './data-of.ts';

/** The failure of a code, in words that say what to do. */
function codeFailure(error: object): AppError {
  const failure = toAppError(error);
  if (failure.code !== 'mfa_verification_failed') return failure;
  const { kind, status, code } = failure;
  return new AppError(msg('The code is wrong or has been used. Wait for the next one.'), { kind, status, code });
}

/** Proves a factor with a code of its authenticator app, which raises the session. Throws an AppError. */
export async function proveFactor(factorId: string, code: string): Promise<void> {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw codeFailure(error);
}

/** Raises the session with a code of any authenticator app of the user. Throws an AppError. */
export async function enterCode(code: string): Promise<void> {
  const { totp } = dataOf(await auth.mfa.listFactors());
  let failure: unknown = new AppError(msg('Two-step sign-in is off'), { kind: 'conflict', status: 409 });
  for (const { id } of totp) {
    try {
      return await proveFactor(id, code);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
