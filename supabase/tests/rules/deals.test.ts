/** What the two parties of an accepted quote learn of each other, and that nobody else and nothing before it opens that. */
import { expect } from 'vitest';
import { QUOTE_STATUSES } from '../../functions/_shared/domain/quote-status.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome, sendQuote, value } from './support.ts';

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
  expect(await outcome(mona.client.rpc('delete_user', { user_id: fred.id, username: 'fred' }))).toEqual([204]);
  expect(await value(deal(anna, id))).toMatchObject([
    { email: null, first_name: null, phone_number: null, address: null },
  ]);
});

test('a hidden request gives its place of delivery to its owner only, a deleted one to nobody', async ({
  anna,
  bob,
}) => {
  await world.sql('update public.posts set is_hidden = true where id = $1', [post]);
  expect(await value(deal(bob))).toMatchObject([{ email: anna.email, delivery_address: null, incoterm: null }]);
  expect(await value(deal(anna))).toMatchObject([{ delivery_address: 'Gate 3' }]);
  await world.sql('delete from public.posts where id = $1', [post]);
  expect(await value(deal(anna))).toMatchObject([{ email: bob.email, delivery_address: null }]);
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
