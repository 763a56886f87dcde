/** What search engines, feed readers and link previews read: `/api/sitemap.xml` and its neighbours, which hosts serve at the root. */
import { describe, expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import { readHtml, readXml as read } from '../support/read-markup.ts';
import { ApiClient, signedIn } from './api-client.ts';

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

type Head = { status: number; head: string };
const headOf = async (path: string, client = guest) => {
  const answer = await client.get(`/api/head${path}`);
  expect(answer).toAnswer(200);
  const { status, head } = answer.body as Head;
  const document = readHtml(head);
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? null;
  const data = document.querySelector('script')?.textContent;
  return {
    status,
    text: head,
    title: document.title,
    description: content('meta[name=description]'),
    robots: content('meta[name=robots]'),
    image: content('meta[property="og:image"]'),
    canonical: document
      .querySelector('link[rel=canonical]')
      ?.getAttribute('href')
      ?.replace(/^https?:\/\/[^/]+/, ''),
    data: data ? JSON.parse(data)['@graph'] : [],
  };
};

describe('head of a page', () => {
  test('[A751] a post has its title, description, address and facts', async ({ world, anna }) => {
    const post = await world.createPost(anna, {
      title: 'Steel tubes',
      description: 'Seamless.\n48 mm.',
      country: 'de',
      category: 'industrial',
      quantity: 20,
      unit: 't',
      images: ['https://elsewhere.example/a.png'],
    });
    const head = await headOf(`/post/another-slug-${post.id}`);
    expect(head).toMatchObject({
      status: 200,
      title: 'Steel tubes · Marketplace Platform',
      description: 'Seamless. 48 mm.',
      canonical: `/post/steel-tubes-${post.id}`,
      robots: null,
    });
    expect(head.data).toMatchObject([
      {
        '@type': 'Demand',
        areaServed: 'Germany',
        eligibleQuantity: { value: 20, unitText: 't' },
        itemOffered: { category: 'Industrial' },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Marketplace Platform' },
          { position: 2, name: 'Industrial' },
          { position: 3, name: 'Steel tubes' },
        ],
      },
    ]);
    expect((await headOf(`/post/x-${post.id}?lang=vi`)).canonical).toBe(`/post/steel-tubes-${post.id}?lang=vi`);
  });

  test('[A751] a company, a person, news, an event and the lists have theirs', async ({ world, adam }) => {
    const bob = await world.person('bob', { companyName: 'Tubes & Co', bio: 'We make tubes.', country: 'vn' });
    const carl = await world.person('carl', { firstName: 'Karl', phoneNumber: '123456', address: 'Dock 4' });
    const add = async (item: { type: string; title: string; event_start?: string; location?: string }) =>
      (
        await adam.client
          .from('news_items')
          .insert({ summary: 'Summary', status: 'published', ...item })
          .select('id')
          .single()
      ).data?.id ?? 0;
    const news = await add({ type: 'news', title: 'Freight falls' });
    const event = await add({ type: 'event', title: 'Fair', event_start: '2099-01-01T00:00:00Z', location: 'Rome' });
    expect(await headOf(`/users/${bob.id}`)).toMatchObject({
      title: 'Tubes & Co · Marketplace Platform',
      description: 'We make tubes.',
      data: [{ '@type': 'Organization', address: { addressCountry: 'Vietnam' } }, { '@type': 'BreadcrumbList' }],
    });
    const person = await headOf(`/users/${carl.id}`);
    expect(person).toMatchObject({ title: 'carl · Marketplace Platform', data: [{ '@type': 'Person' }, {}] });
    expect(person.text).not.toMatch(/Karl|123456|Dock|@.*example/);
    expect((await headOf(`/news/${news}`)).data[0]).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'Freight falls',
    });
    expect((await headOf(`/news/${event}`)).data[0]).toMatchObject({ '@type': 'Event', location: { name: 'Rome' } });
    expect(await headOf('/news?lang=vi')).toMatchObject({ title: 'Tin tức / Sự kiện · Marketplace Platform' });
    expect(await headOf('/')).toMatchObject({ canonical: '/', data: [{ '@type': 'WebSite' }] });
  });

  test('[A752] what a guest may not see has nothing of its content, whoever asks', async ({
    world,
    anna,
    bob,
    adam,
    mona,
  }) => {
    const post = await world.createPost(anna, { title: 'Secret tubes' });
    await anna.client.rpc('hide_post', { post_id: post.id });
    const deleted = await world.createPost(anna, { title: 'Secret sheets' });
    await anna.client.from('posts').delete().eq('id', deleted.id);
    const draft = await adam.client
      .from('news_items')
      .insert({ title: 'Secret news', type: 'news' })
      .select('id')
      .single();
    await mona.client.rpc('delete_user', { user_id: bob.id, username: 'bob' });
    const clients = [guest, await signedIn(anna), await signedIn(adam)];
    const paths = [
      `/post/secret-tubes-${post.id}`,
      `/post/secret-sheets-${deleted.id}`,
      `/news/${draft.data?.id}`,
      `/users/${bob.id}`,
      '/post/x-99999999999999999999',
      '/post/x-999999999',
      '/post/',
      '/post/a/b-1',
      '/users/0',
      '/users/x',
      '/news/1e3',
    ];
    const heads = await Promise.all(paths.flatMap((path) => clients.map((client) => headOf(path, client))));
    expect(heads.length).toBe(33);
    for (const head of heads) {
      expect(head).toMatchObject({ status: 404, robots: 'noindex', canonical: undefined, data: [] });
      expect(head.text).not.toMatch(/secret|bob|deleted-/i);
    }
  });

  test('an address of thousands of digits that ends in none keeps nobody waiting', async () => {
    const began = performance.now();
    for (let asked = 0; asked < 5; asked += 1) {
      const { status, body } = await guest.get(`/api/head/post/${'1'.repeat(15_000)}x`);
      expect([status, body]).toMatchObject([200, { status: 404 }]);
    }
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('[A754] nginx gets it as a header: 204, or 403 for what is not there', async ({ world, anna }) => {
    const post = await world.createPost(anna, { title: 'Thép "tấm"' });
    const found = await guest.get(`/api/head/post/x-${post.id}?as=header&lang=vi`);
    expect([found.status, found.headers.get('x-head')]).toEqual([204, expect.stringContaining('Th&#233;p &quot;')]);
    expect(await guest.get('/api/head/post/x-999999999?as=header&lang=')).toAnswer(403);
  });
});
