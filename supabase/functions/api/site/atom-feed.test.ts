import { expect, test } from 'vitest';
import { readXml as read } from '../../../tests/support/read-markup.ts';
import { atomFeed } from './atom-feed.ts';
import { sitemap, sitemapIndex } from './sitemap.ts';

const HOSTILE = '</title><script>"&\' ]]> \u0000\u0008\u000b\ufffe\u202e 😀 مرحبا Thép';
const POST = {
  id: 17,
  title: HOSTILE,
  description: `${HOSTILE}\n`.repeat(100),
  category: 'real_estate',
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-02T00:00:00+00:00',
  owner: { username: 'a&b' },
};

test('[A755] a feed with hostile texts is well-formed and says them', () => {
  const feed = read(
    atomFeed({
      siteUrl: 'https://m.example',
      title: 'A & B',
      query: '?country=C%C3%B4te&category=food',
      posts: [POST],
    }),
  );
  const text = (name: string) => feed.querySelector(`entry > ${name}`)?.textContent;
  expect(text('title')).toBe('</title><script>"&\' ]]> \ufffe 😀 مرحبا Thép'.replace('\ufffe', ''));
  expect(text('id')).toBe('https://m.example/post/17');
  expect(text('author > name')).toBe('a&b');
  expect(feed.querySelector('feed > id')?.textContent).toBe(
    'https://m.example/feed.xml?country=C%C3%B4te&category=food',
  );
  expect(feed.querySelector('feed > updated')?.textContent).toBe(POST.updated_at);
  expect((text('summary') ?? '').length).toBeLessThan(600);
});

test('[A755] a feed without posts has a time as well', () => {
  const feed = read(atomFeed({ siteUrl: 'https://m.example', title: 'Feed', query: '', posts: [] }));
  expect(feed.querySelector('updated')?.textContent).toBe('1970-01-01T00:00:00Z');
});

test('[A755] sitemaps and their index are well-formed', () => {
  const url = 'https://m.example/sitemap.xml?page=1&x';
  const pages = read(sitemap([{ url, changedAt: POST.updated_at }, { url }]));
  expect([...pages.querySelectorAll('loc')].map(({ textContent }) => textContent)).toEqual([url, url]);
  expect(pages.querySelectorAll('lastmod').length).toBe(1);
  expect(read(sitemapIndex([{ url }])).querySelector('sitemapindex > sitemap > loc')?.textContent).toBe(url);
});
