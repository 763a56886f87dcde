import type { Page } from '@playwright/test';
import { PASSWORD, type Person, type World } from '../../../supabase/tests/support/world.ts';

const EMPTY_PAGE = '**/empty-page-for-sign-in';

/**
 * Signs a person in on this page through the Auth API and puts the session where the page keeps it, without the form.
 * Navigate afterwards. A name stands for the persona of that name. Returns the person.
 */
export async function loginAs(page: Page, world: World, who: Person | string): Promise<Person> {
  const person = typeof who === 'string' ? await world.person(who) : who;
  const response = await fetch(`${world.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`${person.username} could not sign in: ${response.status} ${await response.text()}`);
  const session = await response.text();

  // A document of the page's origin in which no code of the page runs.
  await page.route(EMPTY_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }));
  await page.goto(EMPTY_PAGE.replace('**', ''));
  await page.evaluate(async (value) => {
    const html = await (await fetch('/')).text();
    const url = new DOMParser().parseFromString(html, 'text/html').querySelector('meta[name="supabase-url"]')?.getAttribute('content');
    if (!url) throw new Error('The page does not say where its backend is');
    localStorage.setItem(`sb-${new URL(url).hostname.split('.')[0]}-auth-token`, value);
  }, session);
  await page.unroute(EMPTY_PAGE);
  return person;
}
