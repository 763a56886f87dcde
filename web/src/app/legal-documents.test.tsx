import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { ENGLISH_PRIVACY } from '@/pages/privacy/privacy-en.tsx';
import { VIETNAMESE_PRIVACY } from '@/pages/privacy/privacy-vi.tsx';
import { ENGLISH_TERMS } from '@/pages/terms/terms-en.tsx';
import { VIETNAMESE_TERMS } from '@/pages/terms/terms-vi.tsx';
import catalogue from '@/shared/i18n/vi.json';

const markupOf = (body: React.ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter>{body}</MemoryRouter>
    </MantineProvider>,
  );
const textOf = (body: React.ReactNode) => markupOf(body).replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '|');

describe.each([
  ['terms of use', ENGLISH_TERMS, VIETNAMESE_TERMS],
  ['privacy policy', ENGLISH_PRIVACY, VIETNAMESE_PRIVACY],
])('the Vietnamese %s', (_name, english, vietnamese) => {
  test('the Vietnamese document has the sections, paragraphs, rows and links of the English one in order [A640]', () => {
    expect(vietnamese.sections.map(({ id }) => id)).toEqual(english.sections.map(({ id }) => id));
    const elements = (body: React.ReactNode) => markupOf(body).match(/<[^>]+>/g);
    for (const [index, { body }] of english.sections.entries())
      expect(elements(vietnamese.sections[index]?.body)).toEqual(elements(body));
  });

  test('the Vietnamese document has the numbers of the English one in every section [A640]', () => {
    const numbers = (body: React.ReactNode) => textOf(body).match(/\d+/g)?.toSorted() ?? [];
    const numbersOf = ({ sections }: typeof english) => sections.map(({ id, body }) => [id, numbers(body)]);
    expect(numbersOf(vietnamese)).toEqual(numbersOf(english));
    expect(numbersOf(english).flat(2).length).toBeGreaterThan(english.sections.length);
  });

  test('the Vietnamese document keeps no English text, and says that the English one prevails [A640]', () => {
    const texts = ({ intro, sections }: typeof english) =>
      [textOf(intro), ...sections.flatMap(({ title, body }) => [title, textOf(body)])].flatMap((text) =>
        text.split('|').filter((part) => /\p{L}{2}/u.test(part)),
      );
    const known = new Set(texts(english));
    expect(texts(vietnamese).filter((text) => known.has(text))).toEqual([]);
    expect(textOf(vietnamese.intro)).toContain('bản tiếng Anh có giá trị áp dụng');
  });
});

test('the interface texts that the documents quote are called as on the screen [A640] [A647]', () => {
  const translations: Record<string, string> = catalogue.texts;
  const quoted = (english: string) => `“${translations[english] ?? english}”`;
  const reviews = VIETNAMESE_TERMS.sections.find(({ id }) => id === 'reviews');
  const storage = VIETNAMESE_PRIVACY.sections.find(({ id }) => id === 'browser-storage');
  expect(textOf(reviews?.body)).toContain(quoted('Exchanged a quote'));
  expect(textOf(reviews?.body)).toContain(quoted('Verified deal'));
  expect(textOf(storage?.body)).toContain(quoted('Remember me'));
});
