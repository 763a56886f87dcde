/** What the two parties of an accepted quote learn of each other, and that nobody else and nothing before it opens that. */
import { expect } from 'vitest';
import { QUOTE_STATUSES } from '../../functions/_shared/domain/quote-status.ts';
import type { Json } from '../../functions/_shared/rows/database.types.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome, QUOTE, sendQuote, value } from './support.ts';

let post: number;
let quote: number;

const PHONE = '+84 90 123 45 67';
const ADDRESS = '1 Private Street';
const test = fileTest.extend('dora', () => world.person('dora'));

const deal = ({ client }: Pick<Person, 'client'>, quote_id = quote) => client.rpc('deal_of_quote', { quote_id });
const setStatus = (status: string) => world.sql('update public.quotes set status = $1 where id = $2', [status, quote]);

test.beforeEach(async ({ anna, bob }) => {
  await world.sql('delete from public.quotes');
  await world.sql('delete from public.posts');
  await world.sql(
    `update public.accounts set phone_number = $1, address = $2, suspended_until = null, suspension_reason = null`,
    [PHONE, ADDRESS],
  );
  ({ id: post } = await world.createPost(anna, { title: 'Steel pipes', delivery_address: 'Gate 3', incoterm: 'DAP' }));
  quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  await setStatus('accepted');
});

test('each party of an accepted quote reads contact and delivery data of the other', async ({ anna, bob }) => {
  for (const [reader, other] of [
    [anna, bob],
    [bob, anna],
  ] as const) {
    expect(await value(deal(reader))).toEqual([
      expect.objectContaining({
        email: other.email,
        phone_number: PHONE,
        address: ADDRESS,
        delivery_address: 'Gate 3',
        incoterm: 'DAP',
      }),
    ]);
  }
});

test('nobody but the two parties reads a deal, admins neither', async ({ guest, carl, dora, adam, mona }) => {
  // Dora has a deal of her own, on the same request.
  const own = (await value(sendQuote(dora.client, post)))[0]?.quote_id ?? 0;
  await world.sql(`update public.quotes set status = 'accepted' where id = $1`, [own]);
  expect((await outcome(deal({ client: guest })))[0]).toBe(401);
  for (const stranger of [carl, dora, adam, mona]) {
    expect(await outcome(deal(stranger)), stranger.username).toEqual([403, 'You are not a party of this quote']);
    expect(await outcome(deal(stranger, 999_999_999))).toEqual([403, 'You are not a party of this quote']);
  }
});

test.for(QUOTE_STATUSES.filter((status) => status !== 'accepted'))(
  'a quote that is %s gives its parties no contact data',
  async (status, { anna, bob }) => {
    await setStatus(status);
    for (const party of [anna, bob]) expect(await outcome(deal(party))).toEqual([409, 'This quote is not accepted']);
  },
);

test('a cancelled deal closes the contact data again', async ({ anna, bob }) => {
  expect(await outcome(bob.client.rpc('cancel_deal', { quote_id: quote, reason: 'Sold out' }))).toEqual([200]);
  for (const party of [anna, bob]) expect((await deal(party)).data).toBeNull();
});

test('a suspended account gives no contact data, until the suspension ends', async ({ anna, bob }) => {
  const suspendBob = (until: string) =>
    world.sql(`update public.accounts set suspended_until = ${until}, suspension_reason = 'x' where profile_id = $1`, [
      bob.id,
    ]);
  await suspendBob(`now() + interval '1 day'`);
  expect(await value(deal(anna))).toMatchObject([
    { email: null, phone_number: null, address: null, company_name: null, delivery_address: 'Gate 3' },
  ]);
  await suspendBob(`now() - interval '1 day'`);
  expect(await value(deal(anna))).toMatchObject([{ email: bob.email }]);
});

test('a deleted account gives no contact data', async ({ anna, mona }) => {
  const fred = await world.person('fred');
  const id = (await value(sendQuote(fred.client, post)))[0]?.quote_id ?? 0;
  await world.sql(`update public.quotes set status = 'accepted' where id = $1`, [id]);
  expect(await value(deal(anna, id))).toMatchObject([{ email: fred.email }]);
  expect(await outcome(mona.client.rpc('delete_user', { user_id: fred.id, username: 'fred' }))).toEqual([200]);
  expect(await value(deal(anna, id))).toMatchObject([
    { email: null, first_name: null, phone_number: null, address: null },
  ]);
});

test('a deal keeps the request as it was quoted on, whatever its owner or an admin does with it', async ({
  anna,
  bob,
}) => {
  await setStatus('pending');
  expect(
    await anna.client.from('posts').update({ quantity: 500, unit: 'kg', needed_by: '2030-03-01' }).eq('id', post),
  ).toAnswer(204);
  const revise = (price: string, expected_version: number) =>
    bob.client.rpc('revise_quote', { quote_id: quote, quote: { ...QUOTE, price_text: price }, expected_version });
  await value(revise('7', 1));
  // Changed after the quote was priced: no part of what was agreed, though both edits are within a quarter of an hour.
  expect(await anna.client.from('posts').update({ quantity: 100, incoterm: 'EXW' }).eq('id', post)).toAnswer(204);
  expect(await value(anna.client.from('post_changes').select('before, after').eq('post_id', post).order('id'))).toEqual(
    [
      {
        before: { quantity: null, unit: null, needed_by: null },
        after: { quantity: 500, unit: 'kg', needed_by: '2030-03-01' },
      },
      { before: { quantity: 500, incoterm: 'DAP' }, after: { quantity: 100, incoterm: 'EXW' } },
    ],
  );
  await value(anna.client.rpc('accept_quote', { quote_id: quote, close_request: true, expected_version: 2 }));
  const agreed = { quantity: 500, unit: 'kg', needed_by: '2030-03-01', delivery_address: 'Gate 3', incoterm: 'DAP' };
  const isKept = async () => {
    for (const party of [anna, bob]) expect(await value(deal(party))).toMatchObject([agreed]);
  };
  await isKept();
  const later = { quantity: 10_000, delivery_address: 'Nowhere 99', needed_by: null };
  expect(await anna.client.from('posts').update(later).eq('id', post)).toAnswer(204);
  await isKept();
  await world.sql('update public.posts set is_hidden = true where id = $1', [post]);
  await isKept();
  await world.sql('delete from public.posts where id = $1', [post]);
  await isKept();
});

test('a correction of a quote counts as read: what its owner changed before it is part of the deal', async ({
  anna,
  bob,
}) => {
  await setStatus('pending');
  expect(await anna.client.from('posts').update({ quantity: 500 }).eq('id', post)).toAnswer(204);
  await value(
    bob.client.rpc('revise_quote', { quote_id: quote, quote: { ...QUOTE, price_text: '7' }, expected_version: 1 }),
  );
  expect(await world.sql('select kind from public.quote_events where quote_id = $1', [quote])).toEqual([
    { kind: 'correct' },
  ]);
  await value(anna.client.rpc('accept_quote', { quote_id: quote, close_request: false, expected_version: 2 }));
  expect(await value(deal(bob))).toMatchObject([{ quantity: 500 }]);
});

test('a revision is refused where the request is not as it was read; equal facts take over nothing', async ({
  anna,
  bob,
}) => {
  await setStatus('pending');
  const revise = (expected_request: Record<string, Json>, price_text: string = QUOTE.price_text) =>
    bob.client.rpc('revise_quote', {
      quote_id: quote,
      quote: { ...QUOTE, price_text, expected_request },
      expected_version: 1,
    });
  expect(await anna.client.from('posts').update({ quantity: 500 }).eq('id', post)).toAnswer(204);
  expect(await outcome(revise({ quantity: null, unit: null }, '7'))).toEqual([
    409,
    'Somebody else has just changed this. Please look again.',
  ]);
  const wanted = () => world.sql(`select quoted_request ->> 'quantity' as quantity from public.quotes`);
  await value(revise({ quantity: 500, unit: null }));
  expect(await wanted()).toEqual([{ quantity: null }]);
  await value(revise({ quantity: 500, unit: null }, '7'));
  expect(await wanted()).toEqual([{ quantity: '500' }]);
});

test('a deal that is cancelled, a deleted request and a deleted buyer leave no address', async ({ bob, mona }) => {
  const address = () => world.sql(`select quoted_request ->> 'delivery_address' as address from public.quotes`);
  expect(await address()).toEqual([{ address: 'Gate 3' }]);
  await value(bob.client.rpc('cancel_deal', { quote_id: quote, reason: 'Sold out' }));
  expect(await address()).toEqual([{ address: null }]);
  await setStatus('pending');
  await world.sql(`update public.quotes set quoted_request = '{"delivery_address": "Gate 3", "unit": "kg"}'`);
  await world.sql('delete from public.posts where id = $1', [post]);
  expect(await world.sql('select quoted_request from public.quotes')).toEqual([{ quoted_request: { unit: 'kg' } }]);
  const gina = await world.person('gina');
  const { id } = await world.createPost(gina, { delivery_address: 'Gate 9', incoterm: 'DAP' });
  await world.sql('delete from public.quotes');
  const quote_id = (await value(sendQuote(bob.client, id)))[0]?.quote_id ?? 0;
  await value(gina.client.rpc('accept_quote', { quote_id, close_request: true, expected_version: 1 }));
  expect(await outcome(mona.client.rpc('delete_user', { user_id: gina.id, username: 'gina' }))).toEqual([200]);
  expect(await value(deal(bob, quote_id))).toMatchObject([{ email: null, delivery_address: null, incoterm: 'DAP' }]);
});

test('a deal opens neither table nor /api: contact data come from the function alone', async ({ anna, bob }) => {
  expect(await value(anna.client.from('accounts').select('email').eq('profile_id', bob.id))).toEqual([]);
  for (const path of [
    `users/${bob.id}`,
    `quotes/${quote}`,
    `quotes/${quote}/decision`,
    `quotes/${quote}/history`,
    'user/posts/quotes',
  ]) {
    const answer = await fetch(`${world.supabaseUrl}/functions/v1/api/${path}`, {
      headers: { Authorization: `Bearer ${anna.accessToken}` },
    });
    expect(answer.status, path).toBe(200);
    const text = await answer.text();
    // The address is a part of each quote.
    for (const secret of [bob.email, PHONE]) expect(text, path).not.toContain(secret);
  }
});
