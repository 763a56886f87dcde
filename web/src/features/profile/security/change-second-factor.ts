import { PRODUCT_NAME } from '@domain/product.ts';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { auth } from '@/shared/backend/auth.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { enterCode, proveFactor } from '@/shared/backend/enter-code.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/** The data that the user enters in their authenticator app. */
export type Setup = { factorId: string; image: string; secret: string };

/** Starts to set up an authenticator app; an earlier try that was not finished ends. */
async function startSetup(): Promise<Setup> {
  const { all } = dataOf(await auth.mfa.listFactors());
  for (const { id, status } of all) if (status !== 'verified') dataOf(await auth.mfa.unenroll({ factorId: id }));
  // Auth wants a name that no other factor of the user has.
  const friendlyName = new Date().toISOString();
  const { id, totp } = dataOf(await auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: PRODUCT_NAME }));
  return { factorId: id, image: totp.qr_code, secret: totp.secret };
}

/** Starts to set up an authenticator app. */
export const useStartSetup = () => useWrite(startSetup, [], retryUnlessRefused);

const makeRecoveryCodes = async (): Promise<string[]> => dataOf(await supabase.rpc('make_recovery_codes'));

async function replaceRecoveryCodes(code: string): Promise<string[]> {
  await enterCode(code);
  return makeRecoveryCodes();
}

/** Replaces the recovery codes, which takes a code of the app; the result is shown this once. */
export const useReplaceRecoveryCodes = () => useWrite(replaceRecoveryCodes, [keys.session.signIn], false);

type FirstCode = {
  factorId: string;
  code: string;
  currentPassword: string;
};

async function turnOn({ factorId, code, currentPassword }: FirstCode): Promise<string[]> {
  await callApi('/api/user/second-factor', {
    method: 'POST',
    body: { factorId, currentPassword },
    schema: z.object({}),
  });
  await proveFactor(factorId, code);
  return makeRecoveryCodes();
}

/** Turns two-step sign-in on with a first code, and resolves to the recovery codes. A code works once: no retry. */
export const useTurnOn = () => useWrite(turnOn, [keys.session.signIn], false);

async function turnOff(code: string): Promise<void> {
  await enterCode(code);
  const { all } = dataOf(await auth.mfa.listFactors());
  for (const { id } of all) dataOf(await auth.mfa.unenroll({ factorId: id }));
  dataOf(await auth.refreshSession());
}

/** Turns two-step sign-in off, which takes a code. */
export const useTurnOff = () => useWrite(turnOff, [keys.session.signIn], false);
