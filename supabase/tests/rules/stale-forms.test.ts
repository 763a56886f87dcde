import { expect } from 'vitest';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { judged, outcome, value } from './support.ts';

/* Saving a form that was read before somebody else saved it would put back what they changed. */
const STALE = [409, 'Somebody else has just changed this. Please look again.'];
const BEFORE = '2020-01-01T00:00:00.000001+00:00';

type People = Record<'anna' | 'bob' | 'mona', Person>;
type Save = (expected_updated_at?: string) => PromiseLike<{
  status: number;
  data: unknown;
  error: { message: string } | null;
}>;
type Form = { save: Save; readAt: () => Promise<string> };

/** How each is saved, and when it was last changed, as the page reads it. */
const FORMS: Readonly<Record<string, (people: People) => Promise<Form>>> = {
  reply_to_review: async ({ anna, bob }) => {
    const review_id = await value(
      bob.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 4, comment: 'Good' }),
    );
    return {
      save: (expected_updated_at) =>
        anna.client.rpc('reply_to_review', { review_id, reply: 'Thank you', expected_updated_at }),
      readAt: async () =>
        (await value(anna.client.from('reviews').select('updated_at').eq('id', review_id).single())).updated_at,
    };
  },
  save_content_rule: async ({ mona }) => {
    const rule = { kind: 'word', pattern: 'zebra', action: 'flag', fields: ['review'] };
    const rule_id = await value(judged(() => mona.client.rpc('save_content_rule', { rule })));
    return {
      save: (expected_updated_at) => mona.client.rpc('save_content_rule', { rule_id, rule, expected_updated_at }),
      readAt: async () =>
        (await value(mona.client.rpc('list_content_rules', { search: 'zebra' })))[0]?.updated_at ?? '',
    };
  },
  save_email_settings: async ({ mona }) => {
    const read = async () => value(mona.client.rpc('email_settings').single());
    const { has_secret: _secret, sent_today: _sent, updated_at: _at, ...settings } = await read();
    return {
      save: (expected_updated_at) => mona.client.rpc('save_email_settings', { settings, expected_updated_at }),
      readAt: async () => (await read()).updated_at,
    };
  },
  save_mail_template: async ({ mona }) => ({
    save: (expected_updated_at) =>
      mona.client.rpc('save_mail_template', {
        template: 'review_received',
        is_enabled: true,
        subject: 'A review',
        body: 'Hello',
        expected_updated_at,
      }),
    readAt: async () =>
      (await value(mona.client.rpc('list_mail_templates', { locale: 'en' }))).find(
        ({ template }) => template === 'review_received',
      )?.updated_at ?? '',
  }),
  submit_review: async ({ anna, bob }) => {
    let rating = 0;
    return {
      save: (expected_updated_at) => {
        rating = (rating % 5) + 1;
        const review = { reviewed_user_id: anna.id, rating, comment: 'Once more', expected_updated_at };
        return bob.client.rpc('submit_review', review);
      },
      readAt: async () =>
        (await value(bob.client.from('reviews').select('updated_at').eq('reviewer_id', bob.id))).at(0)?.updated_at ??
        '-infinity',
    };
  },
  update_review: async ({ anna, bob }) => {
    const review_id = await value(
      bob.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 4, comment: 'Good' }),
    );
    let rating = 0;
    return {
      save: (expected_updated_at) => {
        rating = (rating % 5) + 1;
        return bob.client.rpc('update_review', { review_id, rating, comment: 'Late', expected_updated_at });
      },
      readAt: async () =>
        (await value(bob.client.from('reviews').select('updated_at').eq('id', review_id).single())).updated_at,
    };
  },
};

test('every function that takes a time of reading is tested', async ({ world }) => {
  const functions = await world.sql<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and 'expected_updated_at' = any (p.proargnames)
       and p.proname not like 'delete_%' order by 1`,
  );
  expect(functions.map(({ name }) => name)).toEqual(Object.keys(FORMS));
});

test.for(Object.entries(FORMS))(
  '%s refuses what was read before a change, and takes what was read after it',
  async ([name, form], { anna, bob, mona }) => {
    const { save, readAt } = await form({ anna, bob, mona });
    expect(await outcome(save(BEFORE))).toEqual(STALE);
    const read = await readAt();
    expect((await save(read)).error).toBeNull();
    // The same reply again is a repeat, and changes nothing.
    expect(await outcome(save(read))).toEqual(name === 'reply_to_review' ? [204] : STALE);
    // A client that does not name it, such as one of /api, saves as before.
    expect((await save()).error).toBeNull();
  },
);

test('a change of a news item that names an earlier state changes nothing', async ({ mona }) => {
  const item = await value(mona.client.from('news_items').insert({ title: 'Fair' }).select('id, updated_at').single());
  const change = (title: string) =>
    mona.client
      .from('news_items')
      .update({ title })
      .eq('id', item.id)
      .eq('updated_at', item.updated_at)
      .select('title');
  expect(await value(change('Fair in Hanoi'))).toEqual([{ title: 'Fair in Hanoi' }]);
  expect(await value(change('Fair in Hue'))).toEqual([]);
});
