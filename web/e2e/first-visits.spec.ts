import { STANDING, weighVisit } from '../bench/weigh-visit.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { VIEWPORTS } from './support/viewports.ts';

/**
 * What a first visit may take on a phone: requests before the page stands, kB of code, styles and fonts as they are sent, elements. What has
 * been reached, rounded up: lower it when a page gets lighter; raising it needs a reason in the commit message. Times are measured
 * by `npm run bench -- page`.
 */
const LIMITS = {
  home: { requests: 25, kB: 222, elements: 575 },
  'signed-in': { requests: 32, kB: 239, elements: 603 },
  post: { requests: 25, kB: 243, elements: 240 },
  auth: { requests: 20, kB: 230, elements: 168 },
  news: { requests: 44, kB: 262, elements: 180 },
  'news-item': { requests: 39, kB: 304, elements: 156 },
  user: { requests: 41, kB: 254, elements: 597 },
  feedback: { requests: 69, kB: 382, elements: 170 },
};

const POSTS = 11;
const ELEMENTS_OF_CARD = 38;

for (const [name, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, typeof LIMITS.home][]) {
  test(`a first visit stays light: ${name}`, async ({ page, world, baseURL }) => {
    const anna = await world.person('anna');
    let newest = 0;
    for (let number = 1; number <= POSTS; number += 1)
      newest = (await world.createPost(anna, { title: `Rice ${number}` })).id;
    const [item] = await world.sql<{ id: number }>(
      "insert into public.news_items (type, title, body, status, published_at) values ('news', 'Rice', '**Rice**', 'published', now()) returning id::int as id",
    );
    if (name === 'signed-in') await loginAs(page, world, 'bob');
    await page.setViewportSize(VIEWPORTS.phone);
    const path = {
      home: '/',
      'signed-in': '/',
      post: `/post/rice-${newest}`,
      auth: '/auth',
      news: '/news',
      'news-item': `/news/${item?.id ?? 0}`,
      user: `/users/${anna.id}`,
      feedback: '/feedback',
    }[name];
    const { urls, ...visit } = await weighVisit(page, `${baseURL}${path}`, STANDING[name]);
    const kB = (visit.code + visit.styles + visit.fonts) / 1000;
    const cards = await page.locator('main article').all();
    const sizes = await Promise.all(cards.map((card) => card.locator('*').count()));
    const seen = `${JSON.stringify(visit)}, cards of ${sizes.join(', ')} elements\n${urls.join('\n')}`;
    expect.soft(visit.requestsBefore, `requests before it stands: ${seen}`).toBeLessThanOrEqual(limit.requests);
    expect.soft(kB, `kB of code, styles and fonts: ${seen}`).toBeLessThanOrEqual(limit.kB);
    expect.soft(visit.elements, `elements: ${seen}`).toBeLessThanOrEqual(limit.elements);
    // English texts of the page need none of it; those of people may.
    expect
      .soft(
        urls.filter((url) => url.includes('inter-vietnamese')),
        'fonts',
      )
      .toEqual([]);
    for (const size of sizes) expect.soft(size, `elements of a card: ${seen}`).toBeLessThanOrEqual(ELEMENTS_OF_CARD);
  });
}
