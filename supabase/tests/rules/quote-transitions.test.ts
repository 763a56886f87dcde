import { describe, expect } from 'vitest';
import {
  DECLINE_REASONS,
  QUOTE_STATUSES,
  QUOTE_TRANSITIONS,
  type QuoteAction,
  type QuoteStatus,
} from '../../functions/_shared/domain/quote-status.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Client } from '../support/world.ts';
import { refusalOf } from '../support/quote-transitions.ts';
import { outcome, QUOTE, sendQuote, value } from './support.ts';

/* Every status, every person and every action, against the list of transitions that page and database share. */
type Act = (
  client: Client,
  quote: number,
) => PromiseLike<Parameters<typeof outcome>[0] extends PromiseLike<infer T> ? T : never>;

const ACTS: Readonly<Record<QuoteAction, Act>> = {
  shortlist: (client, quote_id) => client.rpc('shortlist_quote', { quote_id, is_on: true }),
  unshortlist: (client, quote_id) => client.rpc('shortlist_quote', { quote_id, is_on: false }),
  accept: (client, quote_id) => client.rpc('accept_quote', { quote_id, close_request: false, expected_version: 1 }),
  decline: (client, quote_id) => client.rpc('decline_quote', { quote_id }),
  reopen: (client, quote_id) => client.rpc('reopen_quote', { quote_id }),
  withdraw: (client, quote_id) => client.rpc('withdraw_quote', { quote_id }),
  revise: (client, quote_id) =>
    client.rpc('revise_quote', { quote_id, quote: { ...QUOTE, price_text: '2 USD/piece' }, expected_version: 1 }),
  cancel: (client, quote_id) => client.rpc('cancel_deal', { quote_id, reason: 'No ship' }),
};
const ACTIONS = Object.keys(ACTS) as QuoteAction[];

test('the page and the database have the same transitions and reasons [A610]', async () => {
  const rows = await world.sql<{ action: string; from: string; to: string; actor: string }>(
    'select action, from_status as from, to_status as to, actor from private.quote_transitions()',
  );
  expect(rows).toEqual(QUOTE_TRANSITIONS.map((each) => ({ ...each })));
  expect(await world.sql('select unnest(private.decline_reasons()) as reason')).toEqual(
    DECLINE_REASONS.map((reason) => ({ reason })),
  );
});

describe('from every status', () => {
  let quote: number;
  test.beforeAll(async () => {
    const [anna, bob] = [await world.person('anna'), await world.person('bob')];
    const { id } = await world.createPost(anna);
    quote = (await value(sendQuote(bob.client, id)))[0]?.quote_id ?? 0;
  });

  const begin = async (status: QuoteStatus) => {
    await world.sql('delete from public.quote_events');
    await world.sql('delete from private.rate_limit_uses');
    await world.sql(
      `update public.quotes set status = $1, status_reason = null, version = 1, revision = 0, revised_at = null, price_text = '1 USD/piece',
       created_at = now() - interval '1 day'`,
      [status],
    );
  };
  const standing = () => world.sql('select status, version, price_text from public.quotes');
  const history = () => world.sql('select kind, from_status, to_status from public.quote_events');

  test.for(QUOTE_STATUSES)(
    '%s: the transitions of the list are possible, all others answer 409 and the status [A610]',
    async (status, { anna, bob }) => {
      for (const action of ACTIONS) {
        for (const [actor, person] of [
          ['owner', anna],
          ['supplier', bob],
        ] as const) {
          const what = `${status}: ${action} by ${actor}`;
          await begin(status);
          const before = await standing();
          expect(await outcome(ACTS[action](person.client, quote)), what).toEqual(
            refusalOf(action, status, actor) === null ? [200] : [409, refusalOf(action, status, actor)],
          );
          const transition = QUOTE_TRANSITIONS.find(
            (each) => each.action === action && each.from === status && each.actor === actor,
          );
          if (transition) {
            expect((await standing())[0], what).toMatchObject({ status: transition.to });
            expect(await history(), what).toEqual([{ kind: action, from_status: status, to_status: transition.to }]);
          } else {
            expect(await standing(), what).toEqual(before);
            expect(await history(), what).toEqual([]);
          }
        }
      }
    },
  );

  test.for(QUOTE_STATUSES)(
    '%s: nobody but the two parties does anything, nor learns of it [A610,A613]',
    async (status, { carl, adam, mona, guest }) => {
      await begin(status);
      const before = await standing();
      for (const action of ACTIONS) {
        for (const { client } of [carl, adam, mona]) {
          const refusal = [403, 'You are not a party of this quote'];
          expect(await outcome(ACTS[action](client, quote)), action).toEqual(refusal);
          expect(await outcome(ACTS[action](client, 999_999)), action).toEqual(refusal);
        }
        expect(await ACTS[action](guest, quote), action).toAnswer(401);
      }
      expect(await standing()).toEqual(before);
      expect(await history()).toEqual([]);
    },
  );
});
