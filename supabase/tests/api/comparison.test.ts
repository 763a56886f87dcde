/* GET /api/posts/{id}/comparison: what is computed is proved by domain/quote-comparison; this is that it is the same. */
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, withToken } from './api-client.ts';

const test = base
  .extend(
    'postId',
    { auto: true },
    async ({ anna }) => (await world.createPost(anna, { title: 'Steel tubes', quantity: 20, unit: 't' })).id,
  )
  .extend('send', ({ postId }) => async (person: Person, facts: Record<string, unknown>) => {
    expect(await withToken(person).post('/api/quotes', { ...QUOTE, postId, ...facts })).toAnswer(201);
  });

const rate = (currency: string, usd: number, daysAgo = 1) =>
  world.sql(
    `insert into public.exchange_rates (currency, day, usd_per_unit, source) values ($1, current_date - $3::int, $2, 'Test') returning day`,
    [currency, usd, daysAgo],
  );

test('[A615,A616,A617,A629] the comparison has prices in one currency and unit, with marks', async ({
  anna,
  bob,
  postId,
  send,
}) => {
  await rate('EUR', 1.2);
  await send(bob, { price: '0.7 USD/kg', quantity: '5 t', deliveryTime: '4 weeks' });
  await send(await world.person('carl'), {
    price: '550 EUR/t',
    quantity: '25 t',
    deliveryTime: '30 days',
    currency: 'EUR',
  });
  await send(await world.person('dora'), { price: '900 USD/40ft', quantity: '1 x 40 ft' });
  const answer = await withToken(anna).get(`/api/posts/${postId}/comparison?currency=eur`);
  expect(answer).toAnswer(200);
  expect(answer.body).toMatchObject({ currency: 'EUR', withoutCurrentRate: [] });
  const [dora, carl, dan] = Object(answer.body).quotes;
  expect(dan).toMatchObject({
    username: 'bob',
    status: 'pending',
    price: '0.7 USD/kg',
    unitPrice: { currency: 'EUR', isRateOld: false, problem: null },
    totalPrice: { value: expect.closeTo((20_000 * 0.7) / 1.2, 6), rateDay: expect.any(String) },
    isMinimumTooMuch: false,
    deliveryDays: 28,
    isBestPrice: false,
    isFastest: true,
  });
  expect(carl).toMatchObject({
    totalPrice: { value: expect.closeTo(11_000, 6), rateDay: null },
    isMinimumTooMuch: true,
    isBestPrice: true,
    isFastest: false,
  });
  expect(dora).toMatchObject({
    unitPrice: { value: null, problem: expect.stringMatching(/^Not comparable/) },
    isBestPrice: false,
  });
});

test('[A616] quotes in several currencies get no marks without a current rate', async ({ anna, bob, postId, send }) => {
  await rate('JPY', 0.0065, 9);
  await send(bob, { price: '8,000 USD/t' });
  await send(await world.person('carl'), { price: '1,000,000 JPY/t', currency: 'JPY' });
  const { body } = await withToken(anna).get(`/api/posts/${postId}/comparison`);
  expect(body).toMatchObject({ withoutCurrentRate: ['JPY'] });
  expect(Object(body).quotes.map((quote: { isBestPrice: boolean }) => quote.isBestPrice)).toEqual([false, false]);
});

test('[A615] quotes on unlike terms get no marks, and the terms read are echoed', async ({
  anna,
  bob,
  postId,
  send,
}) => {
  await send(bob, { price: '$5-$7/kg EXW', shippingMethod: 'Truck' });
  await send(await world.person('carl'), {
    price: '9 USD/kg DDP + VAT',
    quantity: '5 doz pairs',
    shippingMethod: 'Truck',
  });
  const { body } = await withToken(anna).get(`/api/posts/${postId}/comparison`);
  expect(body).toMatchObject({
    unlikeTerms: ['DDP', 'EXW', 'tax excluded', 'tax not stated'],
    quotes: [
      {
        priceRead: '9 USD per kg, DDP, tax excluded',
        quantityRead: '60 pairs',
        incoterm: 'DDP',
        tax: 'excluded',
        isBestPrice: false,
      },
      { priceRead: '5 to 7 USD per kg, EXW', incoterm: 'EXW', tax: null, isBestPrice: false },
    ],
  });
});

test('[A614] the comparison is for the owner of the post only', async ({ anna, bob, postId, send }) => {
  await send(bob, {});
  const path = `/api/posts/${postId}/comparison`;
  expect(await new ApiClient().get(path)).toAnswer(401);
  expect(await withToken(bob).get(path)).toAnswer(403);
  expect(await withToken(await world.person('adam')).get(path)).toAnswer(403);
  expect(await withToken(anna).get('/api/posts/999999/comparison')).toAnswer(404);
  expect(await withToken(anna).get(`${path}?currency=euros`)).toAnswer(400);
});
