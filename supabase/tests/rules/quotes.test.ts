import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import { notificationsOf, outcome, postsOf, QUOTE, type QuoteFields, sendQuote, value } from './support.ts';

let post: number;

const test = fileTest.extend('carl', () => world.person('carl', { organization: 'Carl & Co', taxCode: '0301234567' }));

test.beforeEach(async ({ anna }) => {
  await world.sql('delete from public.quotes');
  await world.sql('delete from public.notifications');
  ({ id: post } = await world.createPost(anna, { title: 'Steel pipes' }));
});

const count = async () => (await world.sql('select 1 from public.quotes')).length;
/** Lets the waits of the 5-day rule seem older. */
const timePasses = (interval: string) =>
  world.sql(`update private.quote_waits set quoted_at = quoted_at - $1::interval`, [interval]);

describe('a quote', () => {
  test('a quote whose post has lost its owner is visible to its supplier only', async ({ bob, carl }) => {
    await value(sendQuote(bob.client, post));
    await world.sql('update public.quotes set post_owner_id = null');
    const readers = async () => [
      (await value(bob.client.from('quotes').select('id'))).length,
      (await value(carl.client.from('quotes').select('id'))).length,
    ];
    expect(await readers()).toEqual([1, 0]);
    await world.sql('update public.accounts set deleted_at = now() where profile_id = $1', [carl.id]);
    try {
      expect(await readers()).toEqual([1, 0]);
    } finally {
      await world.sql('update public.accounts set deleted_at = null where profile_id = $1', [carl.id]);
    }
  });

  test('a new quote answers its id, the title and the owner, and counts on the post', async ({ anna, bob }) => {
    const answer = await value(
      sendQuote(bob.client, post, { description: ' Good ', currency: 'vnd', price_text: ' 12.5 ', quantity_text: '7' }),
    );
    expect(answer).toEqual([{ quote_id: expect.any(Number), post_title: 'Steel pipes', post_owner_username: 'anna' }]);
    expect(await value(bob.client.from('quotes').select('*'))).toMatchObject([
      {
        post_id: post,
        post_owner_id: anna.id,
        supplier_id: bob.id,
        description: 'Good',
        currency: 'VND',
        price_text: '12.5',
        price_value: 12.5,
        quantity_value: 7,
        account_type: 'individual',
        images: [],
      },
    ]);
    expect(await value(world.guest.from('post_counters').select('quotes').eq('post_id', post))).toEqual([
      { quotes: 1 },
    ]);
  });

  test('a quote is visible to the supplier and the owner of the post, and nobody else', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    await value(sendQuote(bob.client, post));
    expect(await value(anna.client.from('quotes').select('id'))).toHaveLength(1);
    expect(await value(bob.client.from('quotes').select('id'))).toHaveLength(1);
    for (const person of [carl, adam]) expect(await value(person.client.from('quotes').select('id'))).toEqual([]);
    expect(await world.guest.from('quotes').select('id')).toAnswer(401);
  });

  test('a quote on an own, hidden or missing post is refused, and guests cannot quote', async ({ anna, bob }) => {
    expect(await outcome(sendQuote(anna.client, post))).toEqual([403, 'You cannot send a quote on your own post']);
    expect(await outcome(sendQuote(bob.client, 999_999))).toEqual([404, 'Post not found']);
    expect(await sendQuote(world.guest, post)).toAnswer(401);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await outcome(sendQuote(bob.client, post))).toEqual([409, 'This post is not accepting quotes']);
    await anna.client.from('posts').delete().eq('id', post);
    expect(await outcome(sendQuote(bob.client, post))).toEqual([404, 'Post not found']);
    expect(await count()).toBe(0);
  });

  test('a quote on a request that differs from what its supplier read is refused, and begins no wait', async ({
    anna,
    bob,
  }) => {
    const read = {
      title: 'Steel pipes',
      quantity: 10,
      unit: 'pieces',
      incoterm: 'EXW',
      needed_by: null,
      area: null,
      delivery_address: 'Main street 1',
    };
    const { title: _title, ...facts } = read;
    const edit = async (row: Partial<typeof read> | { needed_by: string } | { area: string }) =>
      expect(await outcome(anna.client.from('posts').update(row).eq('id', post))).toEqual([204]);
    await edit(facts);
    for (const change of [
      { quantity: 100_000 },
      { unit: 'tons' },
      { incoterm: 'DDP' },
      { needed_by: '2030-01-31' },
      { area: 'Hai Phong' },
      { delivery_address: 'Antarctica 9' },
      { title: 'Gold pipes' },
    ]) {
      await edit(change);
      expect(await outcome(sendQuote(bob.client, post, { expected_request: read }))).toEqual([
        409,
        'Somebody else has just changed this. Please look again.',
      ]);
      await edit({ title: 'Steel pipes', ...facts });
    }
    expect(await count()).toBe(0);
    const client_id = randomUUID();
    const [sent] = await value(sendQuote(bob.client, post, { client_id, expected_request: read }));
    // The answer was lost, and the request has changed since.
    await edit({ quantity: 20 });
    const again = sendQuote(bob.client, post, { client_id, expected_request: { ...read, quantity: 20 } });
    expect(await value(again)).toEqual([sent]);
  });

  test('a fact of a request that does not exist is refused by name', async ({ bob }) => {
    for (const expected_request of [{ colour: 'red' }, 'x', [], 1])
      expect((await outcome(sendQuote(bob.client, post, { expected_request })))[0]).toBe(400);
    expect(await count()).toBe(0);
    await value(sendQuote(bob.client, post, { expected_request: null }));
  });

  test('a second quote on the same post has to wait 5 days, and the detail names the days', async ({ bob, carl }) => {
    await value(sendQuote(bob.client, post));
    const days = async () => {
      const { status, error } = await sendQuote(bob.client, post);
      return [status, error?.details];
    };
    expect(await days()).toEqual([429, '{"code": "quote_wait", "daysToWait": 5}']);
    await timePasses('1 day 1 minute');
    expect(await days()).toEqual([429, '{"code": "quote_wait", "daysToWait": 4}']);
    await timePasses('3 days 23 hours 58 minutes');
    expect(await days()).toEqual([429, '{"code": "quote_wait", "daysToWait": 1}']);
    await timePasses('1 minute');
    expect(await outcome(sendQuote(bob.client, post))).toEqual([200]);
    // The wait starts again with the second quote.
    expect(await days()).toEqual([429, '{"code": "quote_wait", "daysToWait": 5}']);
    expect(await count()).toBe(2);
    expect(await outcome(sendQuote(carl.client, post))).toEqual([200]);
  });

  test('a deleted quote still counts for the wait', async ({ bob }) => {
    await value(sendQuote(bob.client, post));
    await world.sql('delete from public.quotes');
    expect(await sendQuote(bob.client, post)).toAnswer(429);
    expect(await value(world.guest.from('post_counters').select('quotes').eq('post_id', post))).toEqual([
      { quotes: 0 },
    ]);
  });

  test('texts that are far too long together are refused before the content filter reads them', async ({ bob }) => {
    const texts = { description: 'a at b '.repeat(800), delivery_from: 'a at b '.repeat(800) };
    expect(await outcome(sendQuote(bob.client, post, texts))).toEqual([400, 'Text too long']);
  });

  test('a failed quote does not begin the wait', async ({ bob }) => {
    expect(await sendQuote(bob.client, post, { price_text: '' })).toAnswer(400);
    expect(await sendQuote(bob.client, post, { images: ['unknown.png'] })).toAnswer(400);
    expect(await outcome(sendQuote(bob.client, post))).toEqual([200]);
  });

  test('one supplier can quote on 20 posts in a row', async ({ anna, bob }) => {
    for (const id of await postsOf(anna, 20)) expect(await outcome(sendQuote(bob.client, id))).toEqual([200]);
    expect(await count()).toBe(20);
  });

  test('a quote sent again with its client id answers the first one, and is refused with another text', async ({
    anna,
    bob,
    carl,
  }) => {
    const client_id = randomUUID();
    const [first] = await value(sendQuote(bob.client, post, { client_id }));
    expect(await sendQuote(bob.client, post, { client_id, price_text: '2' })).toAnswer(409);
    await anna.client.from('posts').delete().eq('id', post);
    expect(await value(sendQuote(bob.client, post, { client_id }))).toEqual([first]);
    expect(await count()).toBe(1);
    // The id is the supplier's own: somebody else's is another quote.
    const { id } = await world.createPost(anna);
    const [other] = await value(sendQuote(carl.client, id, { client_id }));
    expect(other?.quote_id).not.toBe(first?.quote_id);
  });

  test.for<[string, QuoteFields]>([
    ['no price', { price_text: ' ' }],
    ['a price of 21 characters', { price_text: '1'.repeat(21) }],
    ['a negative price', { price_text: '-1' }],
    ['an address in the price', { price_text: '5@x' }],
    ['no quantity', { quantity_text: '' }],
    ['a quantity of 21 characters', { quantity_text: 'x'.repeat(21) }],
    ['a quantity of 0', { quantity_text: '0' }],
    ['no delivery time', { delivery_time: '' }],
    ['no payment method in the whole form', { payment_method: null }],
    ['a shipping method that shows nothing', { shipping_method: '\u0001' }],
    ['a match, and no origin', { delivery_from: ' ' }],
    [
      'an account type, and no destination',
      { product_match: null, account_type: 'individual', description: 'x', delivery_to: '' },
    ],
    ['a negative price behind a control character', { price_text: '-5\u0001' }],
    ['an address in the delivery time', { delivery_time: 'a@b' }],
    ['a delivery time of 21 characters', { delivery_time: 'x'.repeat(21) }],
    ['a description of 501 characters', { description: 'x'.repeat(501) }],
    ['no description of something different', { product_match: 'different' }],
    ['an unknown match', { product_match: 'perfect' }],
    ['an address in the payment method', { payment_method: 'a@b' }],
    ['a payment method of 51 characters', { payment_method: 'x'.repeat(51) }],
    ['a shipping method of 21 characters', { shipping_method: 'x'.repeat(21) }],
    ['an origin of 51 characters', { delivery_from: 'x'.repeat(51) }],
    ['an address in the destination', { delivery_to: 'a@b' }],
    ['an unknown account type', { account_type: 'company' }],
    ['a currency that is none', { currency: 'Dollar' }],
    ['six pictures', { images: Array.from({ length: 6 }, (_, n) => `https://example.com/${n}.png`) }],
    ['an image of somebody else', { images: ['someone/else.png'] }],
    ['an image of somebody else in a list that begins at 7', { images: '[7:7]={someone/else.png}' }],
    ['an attachment that is not there', { attachments: [{ path: 'x', name: 'x' }] }],
    ['attachments that are no list', { attachments: { path: 'x' } }],
    ['a field that nobody knows', { discount: '5 %' }],
    ['a field that is not for its sender to say', { post_title: 'Gold' }],
    ['images that are no list', { images: 'x' }],
    ['a client id that is none', { client_id: 'x' }],
  ])('a quote with %s is refused', async ([_what, fields], { bob }) => {
    expect(await sendQuote(bob.client, post, fields)).toAnswer(400);
    expect(await count()).toBe(0);
  });

  test.for([
    ['a price of 0', { price_text: '0' }],
    [
      '20 characters where 20 are allowed',
      { price_text: 'x'.repeat(20), quantity_text: 'x'.repeat(20), delivery_time: 'x'.repeat(20) },
    ],
    ['something different that is described', { product_match: 'different', description: 'x'.repeat(500) }],
  ] as const)('a quote with %s is accepted', async ([_what, fields], { bob }) => {
    expect(await outcome(sendQuote(bob.client, post, fields))).toEqual([200]);
  });

  test('a short quote needs neither payment, shipping nor places', async ({ bob }) => {
    const quote = {
      post_id: post,
      price_text: '5',
      quantity_text: '1',
      delivery_time: '9 days',
      description: 'In stock',
    };
    expect(await outcome(bob.client.rpc('submit_quote', { quote }))).toEqual([200]);
  });

  test('the numbers of a quote are those of its texts as they are stored', async ({ bob }) => {
    await value(sendQuote(bob.client, post, { price_text: '5\u0001', quantity_text: '\u202e7' }));
    expect(
      await world.sql('select price_text, price_value::int, quantity_text, quantity_value::int from public.quotes'),
    ).toEqual([{ price_text: '5', price_value: 5, quantity_text: '7', quantity_value: 7 }]);
  });

  test('the contact address of a quote is that of its supplier, sent or revised', async ({ anna, bob }) => {
    await world.sql(`update public.accounts set address = '7 Quay Street' where profile_id = $1`, [bob.id]);
    const elsewhere = { contact_address: 'https://evil.example' };
    const [sent] = await value(sendQuote(bob.client, post, elsewhere));
    const stored = () => value(anna.client.from('quotes').select('contact_address, version'));
    expect(await stored()).toEqual([{ contact_address: '7 Quay Street', version: 1 }]);
    const revision = { quote_id: sent?.quote_id ?? 0, quote: { ...QUOTE, ...elsewhere }, expected_version: 1 };
    await value(bob.client.rpc('revise_quote', revision));
    expect(await stored()).toEqual([{ contact_address: '7 Quay Street', version: 1 }]);
  });

  test('a quote of an organization needs its details in both the profile and the quote', async ({ bob, carl }) => {
    const organization = { account_type: 'organization', organization_name: 'Carl & Co', tax_code: '0301234567' };
    expect(await outcome(sendQuote(bob.client, post, organization))).toEqual([
      400,
      'Please update your organization details in My Profile before sending quotes',
    ]);
    expect(await sendQuote(carl.client, post, { ...organization, tax_code: ' ' })).toAnswer(400);
    expect(await outcome(sendQuote(carl.client, post, organization))).toEqual([200]);
    expect(await value(carl.client.from('quotes').select('organization_name, tax_code'))).toEqual([
      { organization_name: 'Carl & Co', tax_code: '0301234567' },
    ]);
  });

  test('a quote is in USD and of an individual by default', async ({ bob }) => {
    await value(sendQuote(bob.client, post));
    expect(await value(bob.client.from('quotes').select('currency, account_type, description, images'))).toEqual([
      { currency: 'USD', account_type: 'individual', description: '', images: [] },
    ]);
  });

  test('a quote of an individual keeps no organization', async ({ bob }) => {
    await value(sendQuote(bob.client, post, { account_type: 'individual', organization_name: 'X', tax_code: '1' }));
    expect(await value(bob.client.from('quotes').select('organization_name, tax_code'))).toEqual([
      { organization_name: null, tax_code: null },
    ]);
  });

  test('a quote notifies the owner and the supplier, nobody else', async ({ anna, bob, carl, adam }) => {
    const [answer] = await value(sendQuote(bob.client, post));
    expect(await notificationsOf(anna)).toEqual([
      {
        message: 'You have a new quote on your post "Steel pipes" from bob',
        data: { type: 'quote', postId: post },
        read_at: null,
      },
    ]);
    expect(await notificationsOf(bob)).toEqual([
      {
        message: 'You sent a quote to "Steel pipes" of anna',
        data: { type: 'quote', quoteId: answer?.quote_id },
        read_at: null,
      },
    ]);
    for (const person of [carl, adam]) expect(await notificationsOf(person)).toEqual([]);
  });
});
