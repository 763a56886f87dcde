import type { Browser, Page } from '@playwright/test';
import type { Person, World } from '../../../supabase/tests/support/world.ts';
import { loginAs } from './login-as.ts';
import { spareData } from './spare-data.ts';

/**
 * A page in a browser of its own, in which this person is signed in, or nobody; navigate afterwards.
 * @param sparesData whether they save data: without it, changes arrive by themselves
 */
export async function openPage(
  browser: Browser,
  world: World,
  who?: Person | string,
  sparesData = true,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.webUrl });
  if (sparesData) await spareData(context);
  const page = await context.newPage();
  if (who !== undefined) await loginAs(page, world, who);
  return page;
}
