import { describe, expect } from 'vitest';
import { type PostColumn, postRow } from '../../functions/_shared/rows/post-row.ts';
import { QUOTE_FACT_COLUMNS } from '../../functions/_shared/rows/quote-row.ts';
import { postBodySchema } from '../../functions/_shared/domain/post.ts';
import { requirementsSchema } from '../../functions/_shared/domain/requirements-schema.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { PostInput } from '../support/world.ts';
import { notificationsOf, sendQuote, value } from './support.ts';

/* Fields of posts and quotes: what a client can write is written, counts as a change and is told. */
const test = fileTest.extend('carl', () => world.person('carl', { organization: 'Carl & Co', taxCode: '0301234567' }));

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Another value of each column than that of the posts and quotes below. */
const CHANGES_OF_POST: Record<PostColumn, PostInput> = {
  title: { title: 'Steel rods' },
  description: { description: 'DN 120' },
  category: { category: 'textile' },
  country: { country: 'de' },
  area: { area: 'North' },
  delivery_address: { delivery_address: 'Hamburg' },
  port: { port: 'Hamburg' },
  images: { images: ['https://example.com/a.jpg'] },
  quantity: { quantity: 30 },
  unit: { unit: 'kg' },
  target_price: { target_price: 7 },
  target_currency: { target_currency: 'EUR' },
  needed_by: { needed_by: dayIn(50).slice(0, 10) },
  quote_deadline: { quote_deadline: dayIn(40) },
  incoterm: { incoterm: 'CIF' },
};
const OTHER_OF_QUOTE: Record<(typeof QUOTE_FACT_COLUMNS)[keyof typeof QUOTE_FACT_COLUMNS], string> = {
  product_match: 'medium',
  description: 'New mill',
  price_text: '2 EUR',
  quantity_text: '50',
  currency: 'EUR',
  payment_method: 'L/C',
  shipping_method: 'Air',
  delivery_time: '9 days',
  delivery_from: 'Hue',
  delivery_to: 'Bremen',
  valid_until: dayIn(60).slice(0, 10),
  account_type: 'organization',
  organization_name: 'Carl & Co',
  tax_code: '0301234567',
};
/** Suppliers do not rely on them when they quote. */
const UNTOLD: readonly string[] = ['category', 'images'] satisfies PostColumn[];

describe('the facts of a post', () => {
  const body = { title: 'A', description: 'B', category: 'food', deliveryAddress: 'C', country: 'vn' };
  const written = Object.keys(
    postRow({ ...postBodySchema.parse(body), requirements: requirementsSchema.parse({}) }),
  ).sort();
  const granted = async (privilege: string) => {
    const rows = await world.sql<{ name: string }>(
      `select column_name::text as name from information_schema.column_privileges
       where table_schema = 'public' and table_name = 'posts' and grantee = 'authenticated' and privilege_type = $1`,
      [privilege],
    );
    return rows.map(({ name }) => name).sort();
  };

  test('the columns of a post that its owner can write are those that page and /api write', async () => {
    expect(await granted('UPDATE')).toEqual(written);
    expect(await granted('INSERT')).toEqual([...written, 'client_id'].sort());
  });

  test.for(Object.entries(CHANGES_OF_POST))(
    'a changed %s of a post counts as an edit, and suppliers read it if they rely on it',
    async ([column, change], { anna, bob }) => {
      const { id } = await world.createPost(anna, { quantity: 20, target_price: 5, target_currency: 'USD' });
      await value(sendQuote(bob.client, id));
      await world.sql(`update public.posts set updated_at = now() - interval '1 day' where id = $1`, [id]);
      expect(await anna.client.from('posts').update(change).eq('id', id)).toAnswer(204);
      const [post] = await world.sql(
        `select updated_at > now() - interval '1 minute' as is_edited from public.posts where id = $1`,
        [id],
      );
      const changes = await value(bob.client.from('post_changes').select('after').eq('post_id', id));
      expect([post, changes.map(({ after }) => Object.keys(Object(after)))]).toEqual([
        { is_edited: true },
        UNTOLD.includes(column) ? [] : [[column]],
      ]);
    },
  );
});

describe('the facts of a quote', () => {
  const columns = Object.values(QUOTE_FACT_COLUMNS).sort();

  test('the fields of a quote that its supplier can write are those that page and /api write', async () => {
    const [row] = await world.sql<{ fields: string[] }>('select private.quote_fields() as fields');
    const others = ['post_id', 'images', 'contact_address', 'client_id', 'attachments'];
    expect(row?.fields.toSorted()).toEqual([...columns, ...others].sort());
  });

  test('every fact of a quote can be revised, is kept in the history and named to the owner', async ({
    anna,
    carl,
  }) => {
    const { id } = await world.createPost(anna, { title: 'Pipes' });
    const [sent] = await value(sendQuote(carl.client, id, { delivery_time: '30 days' }));
    const quote = sent?.quote_id ?? 0;
    await world.sql(`update public.quotes set created_at = now() - interval '1 hour' where id = $1`, [quote]);
    await world.sql('delete from public.notifications');
    await value(carl.client.rpc('revise_quote', { quote_id: quote, quote: OTHER_OF_QUOTE, expected_version: 1 }));
    const [event] = await value(
      anna.client.from('quote_events').select('before, after').eq('quote_id', quote).eq('kind', 'revise'),
    );
    expect(event?.after).toEqual(OTHER_OF_QUOTE);
    expect(Object.keys(Object(event?.before)).sort()).toEqual(columns);
    const [told] = await notificationsOf(anna);
    const days = /[A-Z][a-z]{2} \d+, \d{4}/g;
    expect(told?.message.replaceAll(days, '').split(': ')[1]?.split(', ')).toHaveLength(columns.length);
  });
});
