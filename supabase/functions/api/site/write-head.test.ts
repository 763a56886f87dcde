import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HEAD_OF_ALL, withHead } from '../../../../deploy/page-head.mjs';
import { readHtml } from '../../../tests/support/read-markup.ts';
import { oneLine } from '../../_shared/domain/one-line.ts';
import { asHeader, homeTexts, writeHead, type PageFacts } from './write-head.ts';

const INDEX = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8');
const SMALL = `<!doctype html><html><head>${HEAD_OF_ALL.exec(INDEX)?.[0]}<meta name="last" content=""></head><body>body</body></html>`;
const HERE = { siteUrl: 'https://market.example', locale: 'en' } as const;

const short = (text: string) => Array.from(text).slice(0, 100).join('');

const factsWith = (text: string): PageFacts => ({
  title: text,
  description: text,
  path: '/post/x-17',
  type: 'article',
  image: { url: 'https://abc.example/a.png', alt: text },
  thing: { '@type': 'Demand', itemOffered: { '@type': 'Product', name: short(text) } },
  trail: [{ name: short(text), path: '/?category=food' }],
});

/** What people could try, alone and around each other: ends of attributes and elements, entities, patterns of replace(). */
const PIECES = [
  '"',
  "'",
  '>',
  '</title>',
  '</script>',
  '<script>alert(1)</script>',
  '<!--',
  '-->',
  ']]>',
  '<img src=x onerror=alert(1)>',
  '&quot;',
  '&lt;/title&gt;',
  '$&',
  "$'",
  '\\u003c/script\\u003e',
  '\\',
  '\n\r\t',
  '\u2028',
  '\u0000',
  '\u202edoxe\u202c',
  'مرحبا',
  '😀'.repeat(200),
  'Thép tấm',
  'x" onload="alert(1)',
];
const hostileWith = (piece: string) => PIECES.slice(0, 9).map((second) => `${piece} words ${second}`);

/** Names of the elements of a head, and the names of their attributes. */
const shapeOf = (head: Element) =>
  [...head.children].map((element) => [element.tagName, ...element.getAttributeNames()].join(' '));

describe('the head of a page', () => {
  const plain = readHtml(withHead(SMALL, writeHead(factsWith('words'), HERE)));

  test.each(PIECES)('[A753] hostile texts (list %#) stay inside of their attribute or script block', (piece) => {
    for (const text of hostileWith(piece)) {
      const document = readHtml(withHead(SMALL, writeHead(factsWith(text), HERE)));
      expect(shapeOf(document.head), text).toEqual(shapeOf(plain.head));
      expect(document.body.innerHTML, text).toBe(plain.body.innerHTML);
      const title = oneLine(text, 100);
      expect(document.title, text).toBe(`${title} · Marketplace Platform`.replace(/\s+/g, ' ').trim());
      expect(document.querySelector('meta[property="og:title"]')?.getAttribute('content'), text).toBe(title);
      const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
      expect(JSON.parse(data)['@graph'][0], text).toMatchObject({ name: title, itemOffered: { name: short(text) } });
    }
  });

  test('[A753] the hostile texts are 200 and more', () => {
    expect(new Set(PIECES.flatMap(hostileWith)).size).toBeGreaterThanOrEqual(200);
  });

  test.each(PIECES)(
    '[A753] for hostile text %#, a header of HTTP says the same in one short line of ASCII',
    (piece) => {
      const head = writeHead(factsWith(piece), HERE);
      const header = asHeader(head);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(header.length).toBeLessThan(14_000);
      const heads = [head, header].map((each) => readHtml(withHead(SMALL, each)).head.innerHTML);
      expect(heads[1]).toBe(heads[0]);
    },
  );

  test('[A751] the start page has the title and the description of index.html', () => {
    const head = writeHead({ ...homeTexts('en'), path: '/', type: 'website' }, HERE);
    const titles = [INDEX, withHead(INDEX, head)].map((html) => {
      const document = readHtml(html);
      return [document.title, document.querySelector('meta[name="description"]')?.getAttribute('content')];
    });
    expect(titles[1]).toEqual(titles[0]);
    expect(HEAD_OF_ALL.exec(INDEX)?.[0]).not.toContain('color-scheme');
  });

  test('[A751] each language has its address, and names the others', () => {
    const links = (locale: 'en' | 'vi') => {
      const document = readHtml(writeHead(factsWith('words'), { ...HERE, locale }));
      return [...document.querySelectorAll('link')].map((each) => [
        each.hreflang || each.rel,
        each.href,
        document.querySelector('meta[property="og:locale"]')?.getAttribute('content'),
      ]);
    };
    const [en, vi] = ['https://market.example/post/x-17', 'https://market.example/post/x-17?lang=vi'];
    const pairs = (own: string | undefined, locale: string) => [
      ['canonical', own, locale],
      ['en', en, locale],
      ['vi', vi, locale],
      ['x-default', en, locale],
    ];
    expect(links('en')).toEqual(pairs(en, 'en_US'));
    expect(links('vi')).toEqual(pairs(vi, 'vi_VN'));
  });

  test('[A757] a page without a picture shows the card of the site in the language of the link', () => {
    const images = (facts: PageFacts, locale: 'en' | 'vi') => {
      const document = readHtml(writeHead(facts, { ...HERE, locale }));
      const content = (name: string) =>
        document.querySelector(`meta[property="og:image${name}"]`)?.getAttribute('content');
      return [content(''), content(':width'), content(':height')];
    };
    const { image, ...plain } = factsWith('words');
    expect(images({ ...plain, image }, 'vi')).toEqual(['https://abc.example/a.png', undefined, undefined]);
    for (const locale of ['en', 'vi'] as const) {
      expect(images(plain, locale)).toEqual([`https://market.example/preview-${locale}.png`, '1200', '630']);
      const file = readFileSync(new URL(`../../../../web/public/preview-${locale}.png`, import.meta.url));
      expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630]);
    }
  });

  test('[A752] a page that is not there says that it is not to be listed, and has no address', () => {
    const head = writeHead(null, HERE);
    expect(head).toContain('<meta name="robots" content="noindex">');
    expect(head).not.toMatch(/canonical|og:|ld\+json/);
  });
});
