import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PASSWORD, type Person, type World } from '../../../supabase/tests/support/world.ts';

/**
 * Signs a person in through the Auth API; the next document of the product that this page opens finds the session where it
 * keeps it. Navigate afterwards. A name stands for the persona of that name. Returns the person.
 */
export async function loginAs(page: Page, world: World, who: Person | string): Promise<Person> {
  const person = typeof who === 'string' ? await world.person(who) : who;
  await bringSession(page, world, person.email);
  return person;
}

/** Like `loginAs`, for any account with the password of everybody in tests. */
export async function bringSession(
  page: Page,
  world: Pick<World, 'supabaseUrl' | 'publishableKey'>,
  email: string,
): Promise<void> {
  const response = await fetch(`${world.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);

  // The script runs in every document of the page: who signs out later stays signed out.
  await page.addInitScript(
    ({ key, session, mark }) => {
      if (!location.protocol.startsWith('http') || sessionStorage.getItem(mark) !== null) return;
      sessionStorage.setItem(mark, '');
      localStorage.setItem(key, session);
    },
    {
      key: `sb-${new URL(world.supabaseUrl).hostname.split('.')[0]}-auth-token`,
      session: await response.text(),
      mark: `signed-in-${randomUUID()}`,
    },
  );
}
