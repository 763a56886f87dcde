import { z } from 'zod';
import { dataOf, type Client } from '../../_shared/clients.ts';
import {
  acceptBodySchema,
  cancelBodySchema,
  declineBodySchema,
  reviseBodySchema,
  decisionSchema,
  quoteEventSchema,
  shortlistBodySchema,
  withdrawBodySchema,
  type Decision,
} from '../../_shared/domain/quote-decision.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { quoteFactsRow } from '../../_shared/rows/quote-row.ts';
import {
  DECISION_COLUMNS,
  QUOTE_EVENT_COLUMNS,
  toDecision,
  toQuoteEvent,
} from '../../_shared/rows/quote-decision-row.ts';
import { ApiRoutes } from '../router.ts';

/** Decisions on quotes. The functions of the database decide who can take which decision and when. */
export const quoteDecisionRoutes = new ApiRoutes('Decisions');

/** The status of a quote; 404 if the caller is not one of its parties. */
async function fetchDecision(client: Client, quoteId: number): Promise<Decision> {
  const row = dataOf(await client.from('quotes').select(DECISION_COLUMNS).eq('id', quoteId).maybeSingle());
  if (!row) throw notFound('Quote');
  return toDecision(row);
}

/** The current version of a quote. Foreign quotes have none: the database refuses the action on them. */
async function fetchVersion(client: Client, quoteId: number): Promise<number> {
  const row = dataOf(await client.from('quotes').select('version').eq('id', quoteId).maybeSingle());
  return row?.version ?? 1;
}

const NOT_A_PARTY = 'The caller is no party of the quote';
const WRONG_STATUS = 'The status of the quote does not allow it, or not to this party; `message` names the status';
const CHANGED = 'or it has another `version` than `expectedVersion` (`changed_meanwhile`)';

const decision = { method: 'post', access: 'user', ids: { id: 'Quote' }, answer: decisionSchema } as const;

quoteDecisionRoutes.operation(
  {
    method: 'get',
    path: '/quotes/{id}/decision',
    summary: 'Get where a quote that I sent or received stands',
    description:
      '`expired` is a quote without a decision whose last day (`validUntil`, in UTC) is over. `revision` counts the changes of its supplier, `version` also the corrections of the first minutes.',
    access: 'user',
    ids: { id: 'Quote' },
    answer: decisionSchema,
  },
  ({ client, ids }) => fetchDecision(client, ids.id),
);

quoteDecisionRoutes.operation(
  {
    ...decision,
    path: '/quotes/{id}/shortlist',
    summary: 'Shortlist a quote on my post, or take it back with `isOn: false`',
    body: shortlistBodySchema,
    isBodyOptional: true,
    refusals: { 403: NOT_A_PARTY, 409: WRONG_STATUS },
  },
  async ({ client, ids, body: { isOn } }) => {
    dataOf(await client.rpc('shortlist_quote', { quote_id: ids.id, is_on: isOn }));
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    ...decision,
    path: '/quotes/{id}/accept',
    summary: 'Accept a quote on my post',
    description:
      'Unless `closeRequest` is false, the post is closed and every other quote without a decision declined with "Another supplier was chosen". Several quotes of a post may be accepted. Send the `version` that you have read as `expectedVersion`, so that nothing is accepted that the supplier has just changed; without it a quote that changed within the last 15 minutes is refused.',
    body: acceptBodySchema,
    isBodyOptional: true,
    refusals: { 403: NOT_A_PARTY, 409: `${WRONG_STATUS}, it has expired, ${CHANGED}` },
  },
  async ({ client, ids, body: { closeRequest, expectedVersion } }) => {
    dataOf(
      await client.rpc('accept_quote', {
        quote_id: ids.id,
        close_request: closeRequest,
        expected_version: expectedVersion ?? undefined,
      }),
    );
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    ...decision,
    path: '/quotes/{id}/decline',
    summary: 'Decline a quote on my post; its supplier reads the reason',
    body: declineBodySchema,
    isBodyOptional: true,
    refusals: { 403: NOT_A_PARTY, 409: WRONG_STATUS },
  },
  async ({ client, ids, body: { reason } }) => {
    dataOf(await client.rpc('decline_quote', { quote_id: ids.id, reason: reason ?? undefined }));
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    ...decision,
    path: '/quotes/{id}/reopen',
    summary: 'Take the decline of a quote on my post back, while the post is open',
    refusals: { 403: NOT_A_PARTY, 409: `${WRONG_STATUS}, or the post is closed` },
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('reopen_quote', { quote_id: ids.id }));
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    ...decision,
    path: '/quotes/{id}/withdraw',
    summary: 'Withdraw a quote that I sent; the owner of the post reads the reason',
    description: 'The conversation is closed with it. The wait for the next quote on the post stays as it is.',
    body: withdrawBodySchema,
    isBodyOptional: true,
    refusals: { 403: NOT_A_PARTY, 409: WRONG_STATUS },
  },
  async ({ client, ids, body: { reason } }) => {
    dataOf(await client.rpc('withdraw_quote', { quote_id: ids.id, reason: reason ?? undefined }));
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    ...decision,
    path: '/quotes/{id}/cancel',
    summary: 'Cancel an accepted quote that I sent or received',
    body: cancelBodySchema,
    refusals: { 403: NOT_A_PARTY, 409: WRONG_STATUS },
  },
  async ({ client, ids, body: { reason } }) => {
    dataOf(await client.rpc('cancel_deal', { quote_id: ids.id, reason }));
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    method: 'put',
    path: '/quotes/{id}',
    summary: 'Revise a quote that I sent, at most three times',
    description:
      'Takes all facts of the quote, as `POST /api/quotes` does. Within 15 minutes of sending it, and before the owner has decided anything, a change is a correction and does not count; equal facts change nothing.',
    access: 'user',
    ids: { id: 'Quote' },
    body: reviseBodySchema,
    answer: decisionSchema,
    refusals: {
      403: NOT_A_PARTY,
      409: `${WRONG_STATUS}, the post is closed, it was revised three times, ${CHANGED}`,
    },
  },
  async ({ client, ids, body: { expectedVersion, images, attachments, ...facts } }) => {
    dataOf(
      await client.rpc('revise_quote', {
        quote_id: ids.id,
        quote: { ...quoteFactsRow(facts), ...(images && { images }), ...(attachments && { attachments }) },
        expected_version: expectedVersion ?? (await fetchVersion(client, ids.id)),
      }),
    );
    return fetchDecision(client, ids.id);
  },
);

quoteDecisionRoutes.operation(
  {
    method: 'get',
    path: '/quotes/{id}/history',
    summary: 'List what became of a quote that I sent or received, oldest first',
    description: '`changes` has what a revision changed: each field as it was and as it is.',
    access: 'user',
    ids: { id: 'Quote' },
    answer: z.array(quoteEventSchema),
  },
  async ({ client, ids }) => {
    const { quoteId } = await fetchDecision(client, ids.id);
    const events = client.from('quote_events').select(QUOTE_EVENT_COLUMNS).eq('quote_id', quoteId);
    return dataOf(await events.order('id')).map(toQuoteEvent);
  },
);
