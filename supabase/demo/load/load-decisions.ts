import { demoPosts, type DemoAct, type DemoPost } from '../data/posts.ts';
import { stableUuid } from '../data/random.ts';
import { authIdOf, postIdOf } from './demo-ids.ts';
import { timeBefore } from './records.ts';
import type { Sql } from 'embedded-supabase/database';

/** An action: its actor, its quote or post, and its time. */
function actRow(act: DemoAct, post: DemoPost, now: Date) {
  const isOfSupplier =
    act.act === 'withdraw' || act.act === 'revise' || (act.act === 'cancel' && act.by === 'supplier');
  const supplier = 'supplier' in act ? act.supplier : null;
  return {
    act: act.act,
    sub: authIdOf(isOfSupplier && supplier ? supplier : post.buyer),
    post: postIdOf(post.key),
    quote: supplier && stableUuid('quote', post.key, supplier),
    reason: 'reason' in act ? act.reason : null,
    is_last: act.act === 'accept' && act.isLast,
    facts: act.act === 'revise' ? revisedFacts(post, supplier) : null,
    at: timeBefore(now, Math.round(post.minutesAgo * act.share)),
  };
}

/** The facts of a quote after its revision. */
function revisedFacts({ quotes = [] }: DemoPost, supplier: string | null) {
  const quote = quotes.find((each) => each.supplier === supplier);
  return quote && { price_text: quote.price, delivery_time: quote.deliveryTime };
}

/**
 * Decides on quotes, revises, withdraws and closes in order of time, through the functions that users call. The rows
 * that these write are then dated back to the time of the action. Passed deadlines are notified.
 */
export async function loadDecisions(sql: Sql, now: Date): Promise<void> {
  const acts = demoPosts
    .flatMap((post) => post.acts.map((act) => actRow(act, post, now)))
    .sort((a, b) => a.at.localeCompare(b.at));
  await sql(`do $demo$
    declare
      v_claims text := current_setting('request.jwt.claims', true);
      v_act record;
    begin
      for v_act in select a.*, q.id as quote_id, q.version, private.quote_facts(q) || a.facts as new_facts, p.id as post_id
        from json_to_recordset($acts$${JSON.stringify(acts)}$acts$::json) as a (act text, sub uuid, post uuid, quote uuid, reason text,
          is_last boolean, facts jsonb, at timestamptz)
        join public.posts p on p.client_id = a.post left join public.quotes q on q.client_id = a.quote
        order by a.at
      loop
        perform set_config('request.jwt.claims', json_build_object('sub', v_act.sub, 'role', 'authenticated')::text, true);
        case v_act.act
          when 'shortlist' then perform private.shortlist_quote(v_act.quote_id, true);
          when 'accept' then perform private.accept_quote(v_act.quote_id, v_act.is_last, v_act.version);
          when 'decline' then perform private.decline_quote(v_act.quote_id, v_act.reason);
          when 'reopen' then perform private.reopen_quote(v_act.quote_id);
          when 'withdraw' then perform private.withdraw_quote(v_act.quote_id, v_act.reason);
          when 'revise' then perform private.revise_quote(v_act.quote_id, v_act.new_facts, v_act.version);
          when 'cancel' then perform private.cancel_deal(v_act.quote_id, v_act.reason);
          when 'close' then perform private.close_post(v_act.post_id, v_act.reason);
        end case;
        update public.quote_events e set created_at = v_act.at where e.created_at >= now();
        update public.quotes q set changed_at = v_act.at where q.changed_at >= now();
        update public.quotes q set revised_at = v_act.at where q.revised_at >= now();
        update public.posts p set closed_at = v_act.at where p.closed_at = now();
        update public.notifications n set created_at = v_act.at where n.created_at = now() and n.data ->> 'type' ~ '_';
      end loop;
      perform set_config('request.jwt.claims', coalesce(v_claims, ''), true);
      perform private.tell_deadlines(1000);
      update public.notifications n set created_at = p.quote_deadline from public.posts p
      where n.data ->> 'type' = 'deadline_passed' and p.id = (n.data ->> 'postId')::bigint;
      delete from private.rate_limit_uses u where u.action in ('quote_decision', 'accept', 'post_edit');
    end $demo$`);
}
