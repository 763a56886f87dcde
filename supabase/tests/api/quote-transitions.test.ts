import { expect } from 'vitest';
import { QUOTE_STATUSES, QUOTE_TRANSITIONS, type QuoteAction } from '../../functions/_shared/domain/quote-status.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { refusalOf } from '../support/quote-transitions.ts';
import { type ApiClient, QUOTE, withToken } from './api-client.ts';

/* Every status, both parties and every action through /api; rules/quote-transitions does the same through PostgREST. */
const ACTS: Readonly<Record<QuoteAction, (client: ApiClient, path: string) => ReturnType<ApiClient['post']>>> = {
  shortlist: (client, path) => client.post(`${path}/shortlist`),
  unshortlist: (client, path) => client.post(`${path}/shortlist`, { isOn: false }),
  accept: (client, path) => client.post(`${path}/accept`, { closeRequest: false, expectedVersion: 1 }),
  decline: (client, path) => client.post(`${path}/decline`),
  reopen: (client, path) => client.post(`${path}/reopen`),
  withdraw: (client, path) => client.post(`${path}/withdraw`),
  revise: (client, path) => client.put(path, { ...QUOTE, price: '2 USD/product', expectedVersion: 1 }),
  cancel: (client, path) => client.post(`${path}/cancel`, { reason: 'No ship' }),
};

let path: string;
test.beforeAll(async () => {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  const { id: postId } = await world.createPost(anna);
  await withToken(bob).post('/api/quotes', { ...QUOTE, postId });
  const [quote] = await world.sql<{ id: number }>('select id::int from public.quotes');
  path = `/api/quotes/${quote?.id}`;
});

test.for(QUOTE_STATUSES)(
  'a quote that is %s: /api allows what the list of transitions has, all else is 409 [A609,A610]',
  async (status, { anna, bob }) => {
    const parties = { owner: withToken(anna), supplier: withToken(bob) };
    for (const action of Object.keys(ACTS) as QuoteAction[]) {
      for (const actor of ['owner', 'supplier'] as const) {
        await world.sql('delete from private.rate_limit_uses');
        await world.sql(
          `update public.quotes set status = $1, version = 1, revision = 0, revised_at = null, price_text = '1 USD/product'`,
          [status],
        );
        const { status: code, body } = await ACTS[action](parties[actor], path);
        const refusal = refusalOf(action, status, actor);
        const what = `${action} by ${actor}`;
        expect(code, what).toBe(refusal === null ? 200 : 409);
        const found = QUOTE_TRANSITIONS.find(
          (each) => each.action === action && each.from === status && each.actor === actor,
        );
        expect(body, what).toMatchObject(found ? { status: found.to } : { message: refusal, code: 'conflict' });
      }
    }
  },
);
