import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@/shared/backend/auth.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { enterCode } from '@/shared/backend/enter-code.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';

/** Turns two-step sign-in off with a recovery code, and renews the session. Throws an AppError. */
async function enterRecoveryCode(code: string): Promise<void> {
  if (!dataOf(await supabase.rpc('use_recovery_code', { code })))
    throw new AppError(msg('This recovery code is wrong'), { kind: 'rule', status: 422 });
  dataOf(await auth.refreshSession());
}

/** A code of the authenticator app, or a recovery code. */
export type SecondStepCode = { code: string; isRecovery: boolean };

/** Does the second step of the sign-in and resolves once the page shows the user. */
export function useCompleteSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, isRecovery }: SecondStepCode) => (isRecovery ? enterRecoveryCode(code) : enterCode(code)),
    // A code works once.
    retry: false,
    // Until now the page has shown what guests see.
    onSuccess: () => queryClient.resetQueries(),
  });
}
