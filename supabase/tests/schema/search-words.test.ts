import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containsPattern, fold } from '../../functions/_shared/domain/fold.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

let database: RealDatabase;

beforeAll(async () => {
  database = await openRealDatabase();
});

afterAll(() => database.close());

async function isFound(text: string, search: string): Promise<boolean | null | undefined> {
  const [row] = await database.sql<{ is_found: boolean | null }>(
    'select private.search_vector($1) @@ private.search_query($2) as is_found',
    [text, search],
  );
  return row?.is_found;
}

// Letters of all scripts, but of those that came to Unicode after 2018, which some systems do not know.
const LETTERS = Array.from({ length: 0xffff }, (_, code) => code + 1)
  .filter((code) => (code < 0xa7c0 || code > 0xabff) && (code < 0xd800 || code > 0xdfff) && code !== 0x1c89)
  .map((code) => String.fromCodePoint(code));

describe('folding', () => {
  test.each([
    ['every letter', LETTERS],
    ['a text', fc.sample(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 20 }), 500)],
  ])('the database folds %s as the page does', async (_what, texts) => {
    const rows = await database.sql<{ text: string; folded: string }>(
      'select t.text, private.fold(t.text) as folded from unnest($1::text[]) as t (text)',
      [texts],
    );
    expect(rows.filter(({ text, folded }) => folded !== fold(text))).toEqual([]);
  });
});

describe('the words of a search', () => {
  const TEXT =
    'PVC/ABS granules, www.shop.example/cat7?id=x1; mail x@y.de, foo-bar, 10.5 t, 1/2", 5kg M8x40 304/316L, Straße, 不锈钢管304, สแตนเลส, ステンレス鋼, 스테인리스';

  test.each([
    'abs',
    'pvc/abs',
    'PVC ABS',
    'cat7',
    'www.shop.example/cat7',
    'x@y.de',
    'foo-bar',
    'bar',
    '10.5',
    '10,5',
    '1/2',
    '½',
    '5kg',
    'kg',
    '5 kg',
    'M8x40',
    '316',
    '304/316L',
    '304',
    'strasse',
    '锈钢',
    '不锈钢',
    '钢',
    '管',
    'แตน',
    'レス',
    'ｽﾃﾝﾚｽ',
    '인리',
  ])('%s finds the text that has it', async (search) => expect(await isFound(TEXT, search)).toBe(true));

  test.each(['bs', '10.6', '5/10', '钢锈', '锈管', 'aluminium'])('%s finds no text without it', async (search) =>
    expect(await isFound(TEXT, search)).toBe(false),
  );

  test('signs alone are no word', async () => expect(await isFound(TEXT, '--- / "')).toBeNull());

  test('every text is found by itself', async () => {
    const letters = fc.constantFrom(...'aB1 2.,/-xĐéß½不锈鋼タｶﾞส่ก한Йا'.split(''));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: letters, maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 })),
        async (text) => {
          const typed = text.replaceAll('\0', '');
          expect(await isFound(`first ${typed} last`, typed)).not.toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a text of one endless word can be stored and found', async () => {
    expect(await isFound('a'.repeat(5000), 'a'.repeat(100))).toBe(true);
    expect(await isFound('钢管'.repeat(2500), '管钢')).toBe(true);
  });
});

describe('lists', () => {
  test('lists find a row in whatever accents and Unicode form it was written', async () => {
    const anna = await database.person('anna');
    const bob = await database.person('bob');
    const decomposed = 'Đặc Biệt'.normalize('NFD');
    await database.sql(`update public.profiles set company_name = $2 where id = $1`, [anna.id, decomposed]);
    await database.sql(
      `insert into public.quotes (supplier_id, post_owner_id, post_title, product_match, price_text, quantity_text, delivery_time)
       values ($1, $2, $3, 'high', '1', '1', 'x')`,
      [anna.id, bob.id, decomposed],
    );
    await database.sql(
      `insert into public.feedback (email, category, subject, message, page_path, user_agent) values ('a@b.de', 'bug', $1, 'A message of letters', '/', 'x')`,
      [decomposed],
    );
    await database.sql(`insert into public.news_items (title) values ($1)`, [decomposed]);
    const tables = await database.sql<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'folded' order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(['feedback', 'news_items', 'profiles', 'quotes']);
    for (const { name } of tables)
      for (const typed of ['dac biet', 'ĐẶC BIỆT', decomposed])
        expect(
          await database.sql(`select 1 as found from public.${name} where folded like $1`, [containsPattern(typed)]),
          `${name}: ${typed}`,
        ).toEqual([{ found: 1 }]);
  });
});
