/** Every place of the page where a session begins, changes or ends, found in its code, each with the test that shows how. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = process.cwd();
const CALLS =
  /\bauth\.(?:setSession|signUp|signInWith\w*|exchangeCodeForSession|verifyOtp|mfa\.challengeAndVerify|refreshSession|updateUser|admin\.signOut|signOut)\b|\b(?:signOut|dropSession|renewSession)\(|\bBearer \$/g;

/** What the code does, and the test: its file and a part of its title. */
const WAYS: Record<string, readonly [file: string, title: string]> = {
  'features/auth/sign-in/sign-in-with-password.ts auth.setSession': [
    'web/e2e/auth.spec.ts',
    'by username stores the user',
  ],
  'features/auth/register/register.ts auth.setSession': [
    'web/e2e/auth.spec.ts',
    'signs in at once when no verification',
  ],
  'features/auth/sign-in/sign-in-with-provider.ts auth.signInWithOAuth': [
    'web/e2e/sessions.spec.ts',
    'a code that another browser asked for signs nobody in',
  ],
  'features/auth/sign-in/finish-provider-sign-in.ts auth.exchangeCodeForSession': [
    'web/e2e/sessions.spec.ts',
    'a code that another browser asked for signs nobody in',
  ],
  'features/auth/verify/verify-email.ts auth.setSession': ['web/e2e/verification.spec.ts', 'is verified by the link'],
  'features/auth/verify/verify-email.ts auth.admin.signOut': [
    'web/e2e/sessions.spec.ts',
    'the link of a registration leaves somebody else signed in',
  ],
  'features/profile/email/confirm-email.ts auth.setSession': [
    'web/e2e/email-change.spec.ts',
    'a new email address counts once it is confirmed',
  ],
  'shared/backend/enter-code.ts auth.mfa.challengeAndVerify': [
    'web/e2e/two-step-sign-in.spec.ts',
    'after the password the page asks for a code',
  ],
  'features/auth/second-step/complete-sign-in.ts auth.refreshSession': [
    'web/e2e/two-step-sign-in.spec.ts',
    'a recovery code signs in without the device',
  ],
  'features/profile/security/change-second-factor.ts auth.refreshSession': [
    'web/e2e/two-step-sign-in.spec.ts',
    'the owner turns two-step sign-in off with a code',
  ],
  'features/profile/security/sign-out-everywhere.ts signOut(': ['web/e2e/profile.spec.ts', 'logs out of all devices'],
  'features/auth/sign-in/sign-out.ts signOut(': ['web/e2e/auth.spec.ts', 'asks first, works while Auth is out'],
  'features/auth/reset/reset-password.ts signOut(': [
    'web/e2e/sessions.spec.ts',
    'a password that is reset where its user is signed in',
  ],
  'shared/backend/refused-session.ts renewSession(': [
    'web/src/shared/backend/auth-session.test.ts',
    'is renewed, and the request repeated',
  ],
  'shared/backend/refused-session.ts dropSession(': [
    'web/src/shared/backend/auth-session.test.ts',
    'is dropped when it is refused though renewed',
  ],
  'shared/backend/auth.ts auth.refreshSession': ['web/e2e/sessions.spec.ts', 'is renewed once'],
  'shared/backend/auth.ts dropSession(': ['web/e2e/sessions.spec.ts', 'becomes a guest, to whom public pages open'],
  'shared/backend/auth.ts renewSession(': ['web/e2e/sessions.spec.ts', 'is renewed once'],
  'shared/backend/auth.ts auth.signOut': ['web/e2e/profile.spec.ts', 'logs out of all devices'],
  'shared/backend/auth.ts auth.admin.signOut': ['web/e2e/auth.spec.ts', 'logging out ends every tab'],
  'shared/backend/auth.ts signOut(': ['web/src/shared/backend/sign-out.test.ts', 'ends in this browser'],
  // Who sends tokens: what is refused passes `askAsUser`, but for the first questions of index.html, whose answers do.
  'shared/backend/auth.ts Bearer $': ['web/e2e/sessions.spec.ts', 'is renewed once'],
  'shared/backend/supabase.ts Bearer $': ['web/e2e/sessions.spec.ts', 'is renewed once'],
  'shared/backend/api.ts Bearer $': ['web/e2e/sessions.spec.ts', 'while a quote is typed leads to login'],
  'app/first-paint/ask-early.ts Bearer $': ['web/e2e/sessions.spec.ts', 'becomes a guest, to whom public pages open'],
};

test('each place where a session begins, changes, ends or is sent has a test', () => {
  const folder = join(root, 'web/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const found = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(CALLS)].map(([call]) => `${file} ${call}`),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(WAYS).sort());
  for (const [way, [file, title]] of Object.entries(WAYS))
    expect(readFileSync(join(root, file), 'utf8').includes(title), `${way}: "${title}" in ${file}`).toBe(true);
});
