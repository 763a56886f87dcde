/* Decisions on quotes through /api: who may decide what when is proved by rules/quote-decisions; this is the way there and back. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, withToken } from './api-client.ts';

const test = base
  .extend('postId', { auto: true }, async ({ anna }) => (await world.createPost(anna, { title: 'Steel tubes' })).id)
  .extend('quoteOf', ({ postId }) => async (person: Person, facts: Record<string, unknown> = {}) => {
    expect(await withToken(person).post('/api/quotes', { ...QUOTE, postId, ...facts })).toAnswer(201);
    const [row] = await world.sql<{ id: number }>('select max(id)::int as id from public.quotes');
    return row?.id ?? 0;
  });

const decisionOf = async (person: Person, id: number) =>
  (await withToken(person).get(`/api/quotes/${id}/decision`)).body;

const historyOf = async (person: Person, id: number) => {
  const { body } = await withToken(person).get(`/api/quotes/${id}/history`);
  return Array.isArray(body) ? body.map((event) => [event.kind, event.actorUsername, event.toStatus]) : body;
};

describe('[A629] the owner of a post', () => {
  test('the owner shortlists, declines and reopens a quote, and the supplier reads the same', async ({
    anna,
    bob,
    quoteOf,
  }) => {
    const id = await quoteOf(bob);
    const client = withToken(anna);
    const pending = await decisionOf(bob, id);
    expect(pending).toMatchObject({ quoteId: id, status: 'pending', statusReason: null, revision: 0, version: 1 });
    expect(await client.post(`/api/quotes/${id}/shortlist`)).toAnswer(
      200,
      expect.objectContaining({ status: 'shortlisted' }),
    );
    expect(await decisionOf(bob, id)).toEqual(await decisionOf(anna, id));
    expect(await client.post(`/api/quotes/${id}/shortlist`, { isOn: false })).toAnswer(
      200,
      expect.objectContaining({ status: 'pending' }),
    );
    expect(await client.post(`/api/quotes/${id}/decline`, { reason: 'The price is too high: by 10%' })).toAnswer(
      200,
      expect.objectContaining({ status: 'declined', statusReason: 'The price is too high: by 10%' }),
    );
    expect(await client.post(`/api/quotes/${id}/reopen`)).toAnswer(200, expect.objectContaining({ status: 'pending' }));
    const history = await historyOf(bob, id);
    expect(history).toEqual([
      ['shortlist', 'anna', 'shortlisted'],
      ['unshortlist', 'anna', 'pending'],
      ['decline', 'anna', 'declined'],
      ['reopen', 'anna', 'pending'],
    ]);
    expect(await historyOf(anna, id)).toEqual(history);
  });

  test('an accepted quote closes the post and declines the others', async ({ anna, bob, postId, quoteOf }) => {
    const carl = await world.person('carl');
    const [chosen, other] = [await quoteOf(bob), await quoteOf(carl)];
    const stale = await withToken(anna).post(`/api/quotes/${chosen}/accept`, { expectedVersion: 7 });
    expect(stale).toAnswer(409, expect.objectContaining({ code: 'changed_meanwhile' }));
    const headers = { 'Idempotency-Key': 'accept-1' };
    for (const _ of [1, 2]) {
      const accepted = await withToken(anna).post(`/api/quotes/${chosen}/accept`, { expectedVersion: 1 }, { headers });
      expect(accepted).toAnswer(200, expect.objectContaining({ status: 'accepted' }));
    }
    expect(await decisionOf(carl, other)).toMatchObject({
      status: 'declined',
      statusReason: 'Another supplier was chosen',
    });
    expect((await new ApiClient().get(`/api/posts/${postId}/requirements`)).body).toMatchObject({
      state: 'closed',
      closedReason: 'awarded',
    });
    expect(await withToken(await world.person('dora')).post('/api/quotes', { ...QUOTE, postId })).toAnswer(409, {
      message: 'This request is closed',
      code: 'conflict',
    });
    expect(await world.sql(`select count(*)::int as n from public.quote_events`)).toEqual([{ n: 2 }]);
  });

  test('several quotes can be accepted while the post stays open, each in its current version', async ({
    anna,
    bob,
    quoteOf,
  }) => {
    const carl = await world.person('carl');
    for (const id of [await quoteOf(bob), await quoteOf(carl)]) {
      const accepted = await withToken(anna).post(`/api/quotes/${id}/accept`, { closeRequest: false });
      expect(accepted).toAnswer(200, expect.objectContaining({ status: 'accepted', version: 1 }));
    }
  });

  test('[A611] an expired quote is not accepted', async ({ anna, bob, quoteOf }) => {
    const id = await quoteOf(bob);
    await world.sql(`update public.quotes set valid_until = current_date - 2 where id = $1 returning id`, [id]);
    expect(await decisionOf(bob, id)).toMatchObject({ status: 'expired' });
    expect(await withToken(anna).post(`/api/quotes/${id}/accept`)).toAnswer(409, {
      message: expect.stringMatching(/^This quote expired on /),
      code: 'conflict',
    });
  });
});

describe('[A629] the supplier', () => {
  test('the supplier withdraws a quote', async ({ bob, quoteOf }) => {
    const id = await quoteOf(bob);
    expect(await withToken(bob).post(`/api/quotes/${id}/withdraw`, { reason: 'Sold out' })).toAnswer(
      200,
      expect.objectContaining({ status: 'withdrawn', statusReason: 'Sold out' }),
    );
    expect(await withToken(bob).post(`/api/quotes/${id}/withdraw`)).toAnswer(409, {
      message: 'This quote is already withdrawn',
      code: 'conflict',
    });
  });

  test('the supplier cancels a deal with a reason, and so can the owner', async ({ anna, bob, quoteOf }) => {
    const id = await quoteOf(bob);
    expect(await withToken(bob).post(`/api/quotes/${id}/cancel`, { reason: 'No' })).toAnswer(409);
    await withToken(anna).post(`/api/quotes/${id}/accept`, { closeRequest: false });
    const missing = await withToken(bob).post(`/api/quotes/${id}/cancel`, { reason: ' ' });
    expect(missing).toAnswer(400);
    expect(missing.body).toMatchObject({ errors: [{ path: 'reason' }] });
    expect(await withToken(bob).post(`/api/quotes/${id}/cancel`, { reason: 'The mill burnt down' })).toAnswer(
      200,
      expect.objectContaining({ status: 'cancelled', statusReason: 'The mill burnt down' }),
    );
    expect(await decisionOf(anna, id)).toMatchObject({ status: 'cancelled' });
  });
});

describe('[A608,A629] PUT /api/quotes/{id}', () => {
  const older = (id: number) =>
    world.sql(`update public.quotes set created_at = created_at - interval '1 hour' where id = $1 returning id`, [id]);

  test('a revised quote has other facts, and the history has both', async ({ anna, bob, quoteOf }) => {
    const id = await quoteOf(bob);
    await older(id);
    const facts = { ...QUOTE, price: '0.9 USD/product', validUntil: new Date().toISOString().slice(0, 10) };
    expect(await withToken(bob).put(`/api/quotes/${id}`, { ...facts, expectedVersion: 1 })).toAnswer(
      200,
      expect.objectContaining({ status: 'pending', revision: 1, version: 2, validUntil: facts.validUntil }),
    );
    expect(await withToken(bob).put(`/api/quotes/${id}`, { ...facts, expectedVersion: 1 })).toAnswer(
      409,
      expect.objectContaining({ code: 'changed_meanwhile' }),
    );
    expect((await withToken(anna).get(`/api/quotes/${id}`)).body).toMatchObject({ price: '0.9 USD/product' });
    expect((await withToken(anna).get(`/api/quotes/${id}/history`)).body).toMatchObject([
      {
        kind: 'revise',
        actorUsername: 'bob',
        changes: [
          { field: 'price', before: '1 USD/product', after: '0.9 USD/product' },
          { field: 'validUntil', before: expect.any(String), after: facts.validUntil },
        ],
      },
    ]);
    // Equal facts are no revision.
    expect(await withToken(bob).put(`/api/quotes/${id}`, facts)).toAnswer(200, expect.objectContaining({ version: 2 }));
  });

  test('a revision is refused with its field, for strangers, on a closed post and a fourth time', async ({
    anna,
    bob,
    postId,
    quoteOf,
  }) => {
    const id = await quoteOf(bob);
    const wrong = await withToken(bob).put(`/api/quotes/${id}`, { ...QUOTE, price: '', validUntil: '2020-01-01' });
    expect(wrong).toAnswer(400, expect.objectContaining({ errors: [{ path: 'price', message: 'Price is required' }] }));
    const past = await withToken(bob).put(`/api/quotes/${id}`, { ...QUOTE, validUntil: '2020-01-01' });
    expect(past).toAnswer(400);
    expect(past.body).toMatchObject({ errors: [{ path: 'validUntil' }] });
    expect(await withToken(await world.person('carl')).put(`/api/quotes/${id}`, QUOTE)).toAnswer(403);
    expect(await new ApiClient().put(`/api/quotes/${id}`, QUOTE)).toAnswer(401);
    for (const price of ['3', '4', '5', '6']) {
      await world.sql(
        `update public.quotes set created_at = now() - interval '2 hours', revised_at = revised_at - interval '1 hour' where id = $1 returning id`,
        [id],
      );
      const revised = await withToken(bob).put(`/api/quotes/${id}`, { ...QUOTE, price });
      expect(revised, price).toAnswer(price === '6' ? 409 : 200);
    }
    await withToken(anna).post(`/api/posts/${postId}/close`, { reason: 'no_need' });
    expect(await withToken(bob).put(`/api/quotes/${id}`, { ...QUOTE, price: '7' })).toAnswer(409, {
      message: 'This request is closed',
      code: 'conflict',
    });
  });
});

describe('[A613] nobody else', () => {
  test('a stranger cannot decide on a quote or find out which quotes exist', async ({ bob, quoteOf }) => {
    const id = await quoteOf(bob);
    const carl = withToken(await world.person('carl'));
    const calls = ['shortlist', 'accept', 'decline', 'reopen', 'withdraw', 'cancel'];
    for (const call of calls) {
      const path = `/api/quotes/${id}/${call}`;
      expect(await new ApiClient().post(path, { reason: 'x' })).toAnswer(401);
      const [foreign, none] = [
        await carl.post(path, { reason: 'x' }),
        await carl.post(`/api/quotes/999999/${call}`, { reason: 'x' }),
      ];
      expect(foreign, call).toAnswer(403);
      expect([none.status, none.body], call).toEqual([foreign.status, foreign.body]);
    }
    for (const call of ['decision', 'history']) {
      expect(await carl.get(`/api/quotes/${id}/${call}`)).toAnswer(404);
      expect(await new ApiClient().get(`/api/quotes/${id}/${call}`)).toAnswer(401);
    }
    expect(await decisionOf(bob, id)).toMatchObject({ status: 'pending' });
  });

  test('a reason of more than 300 characters is refused', async ({ anna, bob, quoteOf }) => {
    const id = await quoteOf(bob);
    for (const [person, call] of [
      [anna, 'decline'],
      [bob, 'withdraw'],
    ] as const) {
      const answer = await withToken(person).post(`/api/quotes/${id}/${call}`, { reason: 'x'.repeat(301) });
      expect(answer, call).toAnswer(400);
      expect(answer.body).toMatchObject({ errors: [{ path: 'reason' }] });
    }
    expect(await historyOf(anna, id)).toEqual([]);
  });
});
