import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { quoteSchema } from '../../functions/_shared/domain/quote.ts';
import { postsOf } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, signedIn, withToken } from './api-client.ts';

const BASIC = { price: 10, quantity: 5, description: 'Good tubes', deliveryTime: '30 days' };

const test = base
  .extend('bob', () => world.person('bob', { organization: 'Bob Supplies', taxCode: '0109', address: '7 Quay Street' }))
  .extend('postId', { auto: true }, async ({ anna }) => (await world.createPost(anna, { title: 'Steel tubes' })).id)
  .extend(
    'send',
    ({ bob, postId }) =>
      (body: Record<string, unknown> = {}, person = bob) =>
        withToken(person).post('/api/quotes', { ...QUOTE, postId, ...body }),
  )
  /** What a quote with these fields, and no others, is refused for. */
  .extend('errorsOf', ({ bob, postId }) => async (body: Record<string, unknown>) => {
    const answer = await withToken(bob).post('/api/quotes', { postId, ...body });
    expect(answer).toAnswer(400);
    const { message, errors } = z
      .object({ message: z.string(), errors: z.array(z.object({ path: z.string(), message: z.string() })) })
      .parse(answer.body);
    expect(message).toBe(errors[0]?.message);
    return errors.map((error) => `${error.path}: ${error.message}`);
  });

const stored = () => world.sql('select id from public.quotes');
const listSchema = z.array(quoteSchema.strict());
const quotesFor = async (person: Person, path = '/api/my-quotes') =>
  listSchema.parse((await withToken(person).get(path)).body);

/** Lets all waits of the 5-day rule seem that much older. */
const timePasses = (interval: string) =>
  world.sql('update private.quote_waits set quoted_at = quoted_at - $1::interval returning post_id', [interval]);

describe('POST /api/quotes', () => {
  test('[A222,A444] a new quote answers the title of the post and its owner, and the parties read what was sent', async ({
    bob,
    postId,
  }) => {
    const client = await signedIn(bob);
    const answer = await client.post('/api/quotes', { ...QUOTE, postId });
    const [quote] = await quotesFor(bob);
    expect(answer).toAnswer(201, { id: quote?.id, postTitle: 'Steel tubes', postOwnerUsername: 'anna' });
    expect(quote).toMatchObject({ ...QUOTE, postId, postTitle: 'Steel tubes', username: 'bob', supplierId: bob.id });
    expect((await new ApiClient().get(`/api/posts/${postId}`)).body).toMatchObject({ quoteCount: 1 });
  });

  test('[A218,A220] the currency defaults to USD, and attachments are a list of path and name', async ({
    bob,
    send,
  }) => {
    await send({ currency: undefined });
    expect(await quotesFor(bob)).toMatchObject([{ currency: 'USD', attachments: [] }]);
  });

  test('the basic four fields are enough, as numbers', async ({ bob, postId }) => {
    const answer = await withToken(bob).post('/api/quotes', { postId, ...BASIC });
    expect(answer).toAnswer(201);
    expect(await quotesFor(bob)).toMatchObject([
      {
        price: '10',
        quantity: '5',
        description: 'Good tubes',
        productMatch: null,
        accountType: 'individual',
        paymentMethod: null,
      },
    ]);
  });

  test('[A12] a quote on the own post is refused, and nothing is stored', async ({ anna, send }) => {
    const answer = await send({}, anna);
    expect(answer).toAnswer(403, { message: 'You cannot send a quote on your own post', code: 'forbidden' });
    expect(await stored()).toEqual([]);
  });

  test('a guest gets 401, an unknown post 404, a hidden one 404 or 409', async ({ anna, postId, send }) => {
    expect(await new ApiClient().post('/api/quotes', { ...QUOTE, postId })).toAnswer(401);
    expect(await send({ postId: 999_999 })).toAnswer(404);
    await withToken(anna).patch(`/api/posts/${postId}/hide`);
    const hidden = await send();
    expect(hidden).toAnswer(409, { message: 'This post is not accepting quotes', code: 'conflict' });
    expect(await stored()).toEqual([]);
  });

  test('[A445,A557] a second quote on the same post within 5 days: 429 with daysToWait', async ({ send }) => {
    expect(await send()).toAnswer(201);
    const again = await send();
    expect(again).toAnswer(429, {
      message: expect.stringContaining('Quote limit exceeded'),
      code: 'quote_wait',
      daysToWait: 5,
    });
    expect(Number(again.headers.get('Retry-After'))).toBe(5 * 86_400);
    await timePasses('3 days 1 hour');
    expect((await send()).body).toMatchObject({ daysToWait: 2 });
    await timePasses('1 day 22 hours 59 minutes');
    expect((await send()).body).toMatchObject({ daysToWait: 1 });
    expect(await stored()).toHaveLength(1);
  });

  test('[A446] a quote on another post is allowed at once, on the same post after 5 days', async ({ anna, send }) => {
    expect(await send()).toAnswer(201);
    const other = await world.createPost(anna);
    expect(await send({ postId: other.id })).toAnswer(201);
    await timePasses('5 days 1 second');
    expect(await send()).toAnswer(201);
    expect(await stored()).toHaveLength(3);
  });

  test('one of many quotes at the same moment passes', async ({ send }) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(429)]);
    expect(await stored()).toHaveLength(1);
  });

  test('[A576] one supplier can quote on 20 posts in a row', async ({ anna, send }) => {
    for (const id of await postsOf(anna, 20)) expect(await send({ postId: id })).toAnswer(201);
  });

  test('the same clientId or Idempotency-Key again answers the first quote', async ({ anna, bob, send }) => {
    const clientId = randomUUID();
    const [first, again] = [await send({ clientId }), await send({ clientId })];
    expect(again).toAnswer(first.status, first.body);
    const other = await world.createPost(anna);
    const body = { ...QUOTE, postId: other.id };
    const headers = { 'Idempotency-Key': 'quote-1' };
    for (const _ of [1, 2]) expect(await withToken(bob).post('/api/quotes', body, { headers })).toAnswer(201);
    expect(await stored()).toHaveLength(2);
  });

  test('the author, their name and their contact address are the session’s to say', async ({ anna, bob, send }) => {
    await send({
      supplierId: anna.id,
      userId: anna.id,
      username: 'anna',
      contactAddress: 'somewhere else',
      createdAt: '2001-01-01',
    });
    expect(await quotesFor(bob)).toMatchObject([
      { supplierId: bob.id, username: 'bob', contactAddress: '7 Quay Street' },
    ]);
    expect(await quotesFor(anna)).toEqual([]);
  });

  test('an organization needs its details in the profile', async ({ bob, send }) => {
    const organization = { accountType: 'organization', organizationName: 'Bob Supplies', taxCode: '0109' };
    const carl = await world.person('carl');
    const refused = await send(organization, carl);
    expect(refused).toAnswer(400, {
      message: 'Please update your organization details in My Profile before sending quotes',
      code: 'invalid_input',
    });
    expect(await send(organization)).toAnswer(201);
    expect(await quotesFor(bob)).toMatchObject([
      { accountType: 'organization', organizationName: 'Bob Supplies', taxCode: '0109' },
    ]);
  });
});

describe('what POST /api/quotes refuses', () => {
  test('[A447] an invalid quote answers errors and message, and leaves the 5 days alone', async ({
    send,
    errorsOf,
  }) => {
    expect(await errorsOf({ ...QUOTE, price: '', deliveryTo: '' })).toEqual([
      'price: Price is required',
      'deliveryTo: Delivery to location is required',
    ]);
    expect(await send()).toAnswer(201);
  });

  test('[A334] a negative price; 0 is accepted', async ({ send, errorsOf }) => {
    for (const price of [-1, '-1', '-0.5'])
      expect(await errorsOf({ ...BASIC, price })).toEqual(['price: Price must be positive']);
    expect(await send({ price: 0 })).toAnswer(201);
  });

  test('[A335] a quantity below 1; 1 is accepted', async ({ send, errorsOf }) => {
    for (const quantity of [0, '0'])
      expect(await errorsOf({ ...BASIC, quantity })).toEqual(['quantity: Quantity must be at least 1']);
    expect(await send({ quantity: 1 })).toAnswer(201);
  });

  test('[A336,A337] a missing description or delivery time', async ({ errorsOf }) => {
    expect(await errorsOf({ ...BASIC, description: undefined })).toEqual(['description: Description is required']);
    expect(await errorsOf({ ...BASIC, deliveryTime: ' ' })).toEqual(['deliveryTime: Delivery time is required']);
    expect(await errorsOf({ ...QUOTE, productMatch: 'different' })).toEqual(['description: Description is required']);
  });

  test('[A369] the required fields, lengths and "@" rules of the form', async ({ send, errorsOf }) => {
    const required: Record<string, string> = {
      price: 'Price is required',
      quantity: 'Minimum quantity is required',
      paymentMethod: 'Payment method is required',
      shippingMethod: 'Shipping method is required',
      deliveryTime: 'Delivery time is required',
      deliveryFrom: 'Delivery from location is required',
      deliveryTo: 'Delivery to location is required',
    };
    for (const [path, text] of Object.entries(required)) {
      for (const empty of ['', '  ', undefined])
        expect(await errorsOf({ ...QUOTE, [path]: empty })).toEqual([`${path}: ${text}`]);
    }
    for (const path of ['price', 'paymentMethod', 'shippingMethod', 'deliveryTime', 'deliveryFrom', 'deliveryTo']) {
      expect(await errorsOf({ ...QUOTE, [path]: '5@x' })).toEqual([
        `${path}: Email addresses are not allowed in this field`,
      ]);
    }
    const tooLong: [string, number, string][] = [
      ['price', 20, 'Invalid input'],
      ['quantity', 20, 'Quantity must be less than 20 characters'],
      ['paymentMethod', 50, 'Invalid input'],
      ['shippingMethod', 20, 'Invalid input'],
      ['deliveryTime', 20, 'Invalid input'],
      ['deliveryFrom', 50, 'Invalid input'],
      ['deliveryTo', 50, 'Invalid input'],
      ['description', 500, 'Invalid input'],
      ['organizationName', 100, 'Organization name must be less than 100 characters'],
      ['taxCode', 20, 'Tax code must be less than 20 characters'],
    ];
    for (const [path, max, text] of tooLong) {
      expect(await errorsOf({ ...QUOTE, [path]: 'x'.repeat(max + 1) })).toEqual([`${path}: ${text}`]);
    }
    expect(await errorsOf({ ...QUOTE, accountType: 'organization' })).toEqual([
      'organizationName: Organization name is required for organizations',
      'taxCode: Tax code is required for organizations',
    ]);
    const longest = Object.fromEntries(tooLong.map(([path, max]) => [path, 'x'.repeat(max)]));
    expect(await send(longest)).toAnswer(201);
  });

  test('values outside the lists and invalid ids are refused', async ({ errorsOf }) => {
    expect(await errorsOf({ ...QUOTE, productMatch: 'perfect' })).toEqual(['productMatch: Invalid input']);
    expect(await errorsOf({ ...QUOTE, accountType: 'company' })).toContain('accountType: Invalid input');
    expect(await errorsOf({ ...QUOTE, currency: 'DOLLARS' })).toEqual(['currency: Invalid input']);
    for (const id of ['1', -1, 0, 1.5, null, {}])
      expect(await errorsOf({ ...QUOTE, postId: id })).toEqual(['postId: Invalid input']);
    expect(await stored()).toEqual([]);
  });

  test('documents that do not exist or belong to somebody else are refused', async ({ anna, bob, send }) => {
    const name = 'offer.pdf';
    for (const folder of [bob.authId, anna.authId, '..']) {
      const answer = await send({ attachments: [{ path: `${folder}/${randomUUID()}.pdf`, name }] });
      expect(answer).toAnswer(400, expect.objectContaining({ message: 'Unknown attachment' }));
    }
    expect(await stored()).toEqual([]);
    expect(await send()).toAnswer(201);
  });
});

describe('reading quotes', () => {
  test('the owner of the post and the supplier read them, nobody else', async ({ anna, bob, send, postId }) => {
    await send();
    const carl = await world.person('carl');
    expect(await quotesFor(anna, `/api/posts/${postId}/quotes`)).toHaveLength(1);
    expect(await quotesFor(anna, '/api/user/posts/quotes')).toMatchObject([{ username: 'bob', postId }]);
    expect(await quotesFor(bob)).toHaveLength(1);
    expect(await quotesFor(bob, '/api/user/posts/quotes')).toEqual([]);
    for (const path of ['/api/my-quotes', '/api/user/posts/quotes']) {
      expect(await quotesFor(carl, path)).toEqual([]);
      expect(await new ApiClient().get(path)).toAnswer(401);
    }
    for (const person of [bob, carl, await world.person('adam')]) {
      expect(await withToken(person).get(`/api/posts/${postId}/quotes`)).toAnswer(403);
    }
    expect(await new ApiClient().get(`/api/posts/${postId}/quotes`)).toAnswer(401);
    expect(await withToken(anna).get('/api/posts/999999/quotes')).toAnswer(404);
  });

  test('a quote outlives its post', async ({ anna, bob, send, postId }) => {
    await send();
    await withToken(anna).delete(`/api/posts/${postId}`);
    expect(await quotesFor(bob)).toMatchObject([{ postId: null, postTitle: 'Steel tubes' }]);
  });
});
