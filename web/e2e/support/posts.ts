import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { ONE_PIXEL_PNG } from '../../../supabase/tests/support/one-pixel.ts';
import type { Person, World } from '../../../supabase/tests/support/world.ts';

/** What `fillFeed` writes into every post unless it is told otherwise. */
export type FeedPost = { title?: string; category?: string; country?: string };

/** Puts `count` posts of a person into the feed at once, "Request 1" being the oldest. Gives their ids in that order. */
export async function fillFeed(world: World, owner: Person, count: number, post: FeedPost = {}): Promise<number[]> {
  const { title = 'Request', category = 'industrial', country = 'vn' } = post;
  const rows = await world.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     select $1::bigint, $2::text || ' ' || n, 'Number ' || n, $3::text, $4::text, 'Hai Phong'
     from generate_series(1, $5::int) as n returning id::int as id`,
    [owner.id, title, category, country, count],
  );
  return rows.map(({ id }) => id);
}

/** Uploads images of a person for a post, without thumbnails. Gives their paths. */
export async function storeImages(owner: Person, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, () => `${owner.authId}/${randomUUID()}.png`);
  for (const path of paths) {
    const { error } = await owner.client.storage
      .from('post-images')
      .upload(path, ONE_PIXEL_PNG, { contentType: 'image/png' });
    if (error) throw error;
  }
  return paths;
}

/** The card of the post with this title. */
export function card(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title, exact: true });
}

/** Collects the requests for pages of the feed from now on. */
export function collectListRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/rpc/list_posts')) requests.push(request);
  });
  return requests;
}

/** The cards of the list that is shown. */
export const cards = (page: Page): Locator => page.getByRole('article');

/** The filters of the feed, where they stand beside it. */
export const filters = (page: Page): Locator => page.getByRole('region', { name: 'Search Filters' });

/** Searches by the field of the header. */
export async function search(page: Page, term: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(term);
  await page.keyboard.press('Enter');
}

/** The button of a card's menu. */
export const menuButton = (post: Locator): Locator => post.getByRole('button', { name: /^More actions/ });

/** Chooses an entry of the menu of the post with this title. */
export async function chooseAction(page: Page, title: string, name: string): Promise<void> {
  await menuButton(card(page, title)).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
