/** What search engines, feed readers and link previews read: `/api/sitemap.xml` and its neighbours, which hosts serve at the root. */
import { describe, expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import { readXml as read } from '../support/read-markup.ts';
import { ApiClient } from './api-client.ts';

const guest = new ApiClient();

const texts = (xml: string, selector: string) =>
  [...read(xml).querySelectorAll(selector)].map(({ textContent }) => textContent);
const pathsIn = (xml: string, selector: string) =>
  texts(xml, selector).map((url) => url?.replace(/^https?:\/\/[^/]+/, ''));

describe('sitemap', () => {
  test('[A755] lists what guests see, with the time of the last change', async ({ world, anna }) => {
    const [first, hidden] = [
      await world.createPost(anna, { title: 'Thép tấm' }),
      await world.createPost(anna, { title: 'Secret' }),
    ];
    await anna.client.rpc('hide_post', { post_id: hidden.id });
    const page = Math.floor(first.id / 1000);
    const index = await guest.get('/api/sitemap.xml');
    expect(index).toAnswer(200);
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(index.headers.get('cache-control')).toBe('public, max-age=60');
    expect(pathsIn(index.text, 'sitemap > loc')).toEqual(['/sitemap.xml?page=site', `/sitemap.xml?page=${page}`]);
    const posts = await guest.get(`/api/sitemap.xml?page=${page}`);
    expect(pathsIn(posts.text, 'url > loc')).toEqual([`/post/thep-tam-${first.id}`]);
    const [row] = await world.sql<{ at: Date }>('select updated_at as at from public.posts where id = $1', [first.id]);
    const times = [...texts(posts.text, 'lastmod'), ...texts(index.text, 'lastmod')];
    expect(times.map((time) => Date.parse(time ?? ''))).toEqual(
      [row, row].map((each) => new Date(each?.at ?? 0).getTime()),
    );
  });

  test('[A755] lists published news, and refuses pages that are not there', async ({ world, adam }) => {
    const add = async (title: string, status: string) =>
      (await adam.client.from('news_items').insert({ title, status, type: 'news' }).select('id').single()).data?.id ??
      0;
    const [published] = [await add('Freight', 'published'), await add('Draft', 'draft')];
    const site = await guest.get('/api/sitemap.xml?page=site');
    expect(pathsIn(site.text, 'url > loc')).toEqual(['/', '/news', '/terms', '/privacy', `/news/${published}`]);
    for (const page of ['0', '99999999999999999999', '-1', 'x', ''])
      expect(await guest.get(`/api/sitemap.xml?page=${page}`)).toAnswer(404);
    expect(pathsIn((await guest.get('/api/sitemap.xml')).text, 'loc')).toEqual(['/sitemap.xml?page=site']);
    await world.reset();
  });

  test('[A755] robots.txt names it, and keeps crawlers out of what needs a session', async () => {
    const robots = await guest.get('/api/robots.txt');
    expect(robots.text).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m);
    for (const path of ['/api/', '/account', '/admin', '/auth/']) expect(robots.text).toContain(`Disallow: ${path}\n`);
  });
});

describe('feed', () => {
  test('[A755] has the 50 newest posts that guests see, of a country and a category', async ({ world, anna }) => {
    await world.createPost(anna, { title: 'Oldest', country: 'de' });
    for (let n = 1; n < 50; n += 1) await world.createPost(anna, { title: `Post ${n}`, country: 'de' });
    const coffee = await world.createPost(anna, { title: 'Coffee & tea', country: 'vn', category: 'food' });
    await world.createPost(anna, { title: 'Cotton', country: 'vn', category: 'textile' });
    const hidden = await world.createPost(anna, { title: 'Hidden', country: 'vn', category: 'food' });
    await anna.client.rpc('hide_post', { post_id: hidden.id });
    const titles = async (query: string) => texts((await guest.get(`/api/feed.xml${query}`)).text, 'entry > title');
    const all = await titles('');
    expect([all.length, ...all.slice(0, 3)]).toEqual([50, 'Cotton', 'Coffee & tea', 'Post 49']);
    expect(await titles('?country=Vietnam')).toEqual(['Cotton', 'Coffee & tea']);
    expect(await titles('?country=vn&category=food')).toEqual(['Coffee & tea']);
    expect(await titles('?category=textiles')).toEqual(['Cotton']);
    expect(await titles('?country=nowhere')).toEqual([]);
    const feed = await guest.get('/api/feed.xml?country=vn&category=food');
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(texts(feed.text, 'feed > title')).toEqual(['Food & Beverage · Vietnam · Marketplace Platform']);
    expect(read(feed.text).querySelector('entry > link')?.getAttribute('href')).toContain(
      `/post/coffee-tea-${coffee.id}`,
    );
    for (const query of ['?category=weapons', `?country=${'x'.repeat(61)}`])
      expect(await guest.get(`/api/feed.xml${query}`)).toAnswer(400);
  });

  test('[A755] its ETag is good until a post changes, and for no other feed', async ({ world, anna }) => {
    const post = await world.createPost(anna, { title: 'Steel', country: 'de' });
    const asked = async (path: string, etag: string) => {
      const { status } = await guest.get(path, { headers: { 'If-None-Match': etag } });
      return status;
    };
    const etag = (await guest.get('/api/feed.xml')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(await asked('/api/feed.xml', etag)).toBe(304);
    expect(await asked('/api/feed.xml?country=vn', etag)).toBe(200);
    await anna.client.from('posts').update({ title: 'Steel tubes' }).eq('id', post.id);
    expect(await asked('/api/feed.xml', etag)).toBe(200);
  });
});
