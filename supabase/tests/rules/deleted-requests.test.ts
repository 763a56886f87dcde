/** Quotes on a request that is deleted: whoever deletes it, none of them stays undecided, and each supplier hears of it once. */
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, sendQuote, value } from './support.ts';

type Delete = (post: number, people: { anna: Person; adam: Person; mona: Person }) => Promise<unknown>;

/** Each way in which a post is deleted. */
const WAYS: Record<string, Delete> = {
  'its owner': (post, { anna }) => value(anna.client.from('posts').delete().eq('id', post).select('id')),
  'an admin, who has hidden it': async (post, { adam }) => {
    await adam.client.rpc('hide_post', { post_id: post, reason: 'Fraud' });
    return value(adam.client.rpc('delete_hidden_posts', { post_ids: [post], reason: 'Fraud' }));
  },
  'a main admin with the account of its owner': async (_post, { anna, mona }) =>
    mona.client.rpc('delete_user', { user_id: anna.id, username: 'anna' }),
  'Auth with its user': (_post, { anna }) => world.sql('delete from auth.users where id = $1', [anna.authId]),
  'an operator in SQL': (post) => world.sql('delete from public.posts where id = $1', [post]),
};

test.for(Object.entries(WAYS))(
  'a request that is deleted by %s leaves no quote undecided, and each supplier is told once',
  async ([, remove], { anna, bob, carl, adam, mona }) => {
    const { id: post } = await world.createPost(anna, { title: 'Steel' });
    const quoteOf = async ({ client }: Person) => (await value(sendQuote(client, post)))[0]?.quote_id ?? 0;
    await quoteOf(bob);
    await world.sql('delete from private.quote_waits');
    const [second, dealt] = [await quoteOf(bob), await quoteOf(carl)];
    await value(anna.client.rpc('shortlist_quote', { quote_id: second, is_on: true }));
    await value(anna.client.rpc('accept_quote', { quote_id: dealt, close_request: false }));
    for (const table of ['public.notifications', 'private.mail_outbox']) await world.sql(`delete from ${table}`);

    await remove(post, { anna, adam, mona });
    expect(await world.sql('select status, status_reason, post_id from public.quotes order by id')).toEqual([
      { status: 'declined', status_reason: 'The request was deleted', post_id: null },
      { status: 'declined', status_reason: 'The request was deleted', post_id: null },
      { status: 'accepted', status_reason: null, post_id: null },
    ]);
    expect(
      await world.sql(
        `select from_status, to_status from public.quote_events where reason like 'The request%' order by quote_id`,
      ),
    ).toEqual([
      { from_status: 'pending', to_status: 'declined' },
      { from_status: 'shortlisted', to_status: 'declined' },
    ]);
    expect((await notificationsOf(bob)).map(({ message, data }) => ({ message, data }))).toEqual([
      {
        message: 'Your quote on "Steel" was declined: The request was deleted',
        data: { type: 'quote_declined', quoteId: second },
      },
    ]);
    expect(await notificationsOf(carl)).toEqual([]);
    expect(await world.sql(`select recipient, template from private.mail_outbox where template like 'quote%'`)).toEqual(
      [{ recipient: bob.email, template: 'quote_declined' }],
    );
  },
);

test('every way to delete a post passes the trigger that ends its quotes', async () => {
  expect(
    await world.sql(
      `select tgenabled, tgqual is null as is_whole from pg_trigger
       where tgrelid = 'public.posts'::regclass and tgname = 'end_quotes_of_post' and pg_get_triggerdef(oid) like '%BEFORE DELETE ON public.posts FOR EACH ROW%'`,
    ),
  ).toEqual([{ tgenabled: 'O', is_whole: true }]);
  expect(
    await world.sql(
      `select distinct p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~* 'delete\\s+from\\s+public\\.posts\\M' order by 1`,
    ),
  ).toEqual([{ name: 'delete_hidden_posts' }, { name: 'delete_part_of_user' }, { name: 'delete_user' }]);
});
