import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../support/postgres/own-database.ts';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { migrationFiles, PLATFORM_TEMPLATE } from '../support/postgres/start-postgres.ts';

/* An installation that has data when it takes later chapters. */
let database: RealDatabase;
let anna: SqlPerson;
let quote: number;

async function apply(isWanted: (name: string) => boolean): Promise<void> {
  for (const file of await migrationFiles())
    if (isWanted(basename(file))) await runSql(database.url, `begin;\n${await readFile(file, 'utf8')}\n;commit;`);
}

beforeAll(async () => {
  database = await openRealDatabase(PLATFORM_TEMPLATE);
  await apply((name) => name < '20261122');
  anna = await database.person('anna');
  const bob = await database.person('bob');
  const [sent] = await database.sql<{ id: number }>(
    `with posted as (
       insert into public.posts (user_id, title, description, category, country, delivery_address)
       values ($1, 'Steel', 'x', 'food', 'vn', 'x') returning id)
     insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time, created_at)
     select id, 'Steel', $1, $2, 'x', '1', '1', 'x', now() - interval '90 days' from posted returning id`,
    [anna.id, bob.id],
  );
  quote = sent?.id ?? 0;
  await database.sql(
    `insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment) values ($1, $2, 5, 'x')`,
    [anna.id, bob.id],
  );
  await database.sql(
    `update private.mail_templates set subject = 'Quote on {{title}}' where template = 'quote_received'`,
  );
  await apply((name) => name >= '20261122');
});

afterAll(() => database.close());

test('quotes from before decisions are pending since they were sent, have no last day and can be accepted', async () => {
  expect(
    await database.sql(
      'select status, changed_at = created_at as is_since_then, valid_until, version from public.quotes',
    ),
  ).toEqual([{ status: 'pending', is_since_then: true, valid_until: null, version: 1 }]);
  const client = await database.connectAs(anna);
  const { rows } = await client.query(`select * from public.accept_quote(${quote}, true, 1)`);
  expect(rows).toEqual([{ status: 'accepted', version: 1 }]);
  expect(await database.sql('select is_verified_deal, has_deal from public.reviews')).toEqual([
    { is_verified_deal: true, has_deal: true },
  ]);
  expect(await database.sql('select closed_reason from public.posts')).toEqual([{ closed_reason: 'awarded' }]);
});

test('what admins made of a mail before is its English text, and nobody has chosen a language', async () => {
  expect(await database.sql('select template, locale, subject, body from private.mail_texts')).toEqual([
    { template: 'quote_received', locale: 'en', subject: 'Quote on {{title}}', body: null },
  ]);
  expect(await database.sql('select count(*)::int as people from public.accounts where locale is null')).toEqual([
    { people: 2 },
  ]);
});
