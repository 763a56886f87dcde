import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { judged, outcome, storedPost, value } from './support.ts';

/* An admin who ends or replaces a state names the one that they see, so that a decision made since stays. */

type People = Record<'anna' | 'bob' | 'adam' | 'mona', Person>;
type Answer = PromiseLike<{ status: number; error: { message: string } | null }>;
type Decision = {
  /** What adam's page shows, read as it is read there. */
  read: () => Promise<unknown>;
  /** What somebody else decides meanwhile. */
  change: () => Promise<unknown>;
  act: (read: unknown) => Answer;
  stored: () => Promise<unknown>;
};

const CHANGED = [409, 'Somebody else has just changed this. Please look again.'];
const OF_OWNER = [409, 'This post was hidden by its owner'];
/** Not of this year, because fresh rates must be likely; with more digits than JavaScript has. */
const RATE = { currency: 'VND', day: '2025-01-02' };

const done = async (answer: Answer) => expect([200, 204]).toContain((await answer).status);
const named = (read: unknown) => read as never;
const row = (table: string, id: number) => async () =>
  (await world.sql(`select * from ${table} where id = $1`, [id]))[0];

async function hiddenPost({ anna, adam, mona }: People) {
  const { id } = await world.createPost(anna);
  await done(adam.client.rpc('hide_post', { post_id: id, reason: 'Spam' }));
  return {
    id,
    read: async () =>
      (await value(adam.client.rpc('list_hidden_posts').select('id, hidden_at'))).find((post) => post.id === id)
        ?.hidden_at,
    change: async () => {
      await done(mona.client.rpc('unhide_post', { post_id: id }));
      await done(mona.client.rpc('hide_post', { post_id: id, reason: 'Fraud' }));
    },
    stored: row('public.posts', id),
  };
}

async function storedFeedback({ adam }: People) {
  const feedback = { email: 'guest@example.com', category: 'bug', subject: 'Broken', message: 'It is broken.' };
  const id = await value(world.service.rpc('record_feedback', { feedback: { ...feedback, client_id: randomUUID() } }));
  return {
    id,
    row: () => value(adam.client.from('feedback').select('status, assignee_id').eq('id', id).single()),
    stored: async () => [
      await row('public.feedback', id)(),
      await world.sql('select body from public.feedback_entries where feedback_id = $1', [id]),
    ],
  };
}

const DECISIONS: Readonly<Record<string, (people: People) => Promise<Decision>>> = {
  unhide_post: async (people) => {
    const { id, ...post } = await hiddenPost(people);
    return {
      ...post,
      act: (hidden_at) => people.adam.client.rpc('unhide_post', { post_id: id, hidden_at: named(hidden_at) }),
    };
  },
  unhide_posts: async (people) => {
    const { id, ...post } = await hiddenPost(people);
    return { ...post, act: (at) => people.adam.client.rpc('unhide_posts', { post_ids: [id], hidden_at: [named(at)] }) };
  },
  delete_hidden_posts: async (people) => {
    const { id, ...post } = await hiddenPost(people);
    return {
      ...post,
      act: (at) =>
        people.adam.client.rpc('delete_hidden_posts', { post_ids: [id], reason: 'Spam', hidden_at: [named(at)] }),
    };
  },
  edit_hide_reason: async (people) => {
    const { id, ...post } = await hiddenPost(people);
    return {
      ...post,
      read: async () => (await storedPost(id))?.['hidden_reason'],
      act: (expected) =>
        people.adam.client.rpc('edit_hide_reason', { post_id: id, reason: 'Mistake', expected: named(expected) }),
    };
  },
  unhide_question: async ({ anna, bob, adam, mona }) => {
    const { id: post_id } = await world.createPost(anna);
    const question_id = await value(bob.client.rpc('ask_question', { post_id, question: 'Which?' }));
    await done(adam.client.rpc('hide_question', { question_id, reason: 'Spam' }));
    return {
      read: async () =>
        (await value(adam.client.from('post_questions').select('hidden_at').eq('id', question_id).single())).hidden_at,
      change: async () => {
        await done(mona.client.rpc('unhide_question', { question_id }));
        await done(mona.client.rpc('hide_question', { question_id, reason: 'Insult' }));
      },
      act: (hidden_at) => adam.client.rpc('unhide_question', { question_id, hidden_at: named(hidden_at) }),
      stored: row('public.post_questions', question_id),
    };
  },
  unhide_review: async ({ anna, bob, adam, mona }) => {
    const review_id = await value(
      bob.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 1, comment: 'Never again' }),
    );
    await done(adam.client.rpc('hide_review', { review_id, reason: 'Spam' }));
    return {
      read: async () =>
        (await value(adam.client.from('reviews').select('hidden_at').eq('id', review_id).single())).hidden_at,
      change: async () => {
        await done(mona.client.rpc('unhide_review', { review_id }));
        await done(mona.client.rpc('hide_review', { review_id, reason: 'Insult' }));
      },
      act: (hidden_at) => adam.client.rpc('unhide_review', { review_id, hidden_at: named(hidden_at) }),
      stored: row('public.reviews', review_id),
    };
  },
  lift_suspension: async ({ adam, mona }) => {
    const { id: user_id } = await world.person('suspended');
    await done(adam.client.rpc('suspend_user', { user_id, reason: 'Spam', days: 1 }));
    return {
      read: async () =>
        (await value(adam.client.rpc('get_user', { user_id }).select('suspended_at').single())).suspended_at,
      change: async () => {
        await done(mona.client.rpc('lift_suspension', { user_id }));
        await done(mona.client.rpc('suspend_user', { user_id, reason: 'Fraud' }));
      },
      act: (at) => adam.client.rpc('lift_suspension', { user_id, suspended_at: named(at) }),
      stored: () =>
        world.sql('select suspended_until, suspension_reason from public.accounts where profile_id = $1', [user_id]),
    };
  },
  set_feedback_status: async (people) => {
    const { id: feedback_id, row: read, stored } = await storedFeedback(people);
    return {
      read: async () => (await read()).status,
      change: () => done(people.mona.client.rpc('set_feedback_status', { feedback_id, status: 'resolved' })),
      act: (expected) =>
        people.adam.client.rpc('set_feedback_status', {
          feedback_id,
          status: 'in_progress',
          expected: named(expected),
        }),
      stored,
    };
  },
  assign_feedback: async (people) => {
    const { id: feedback_id, row: read, stored } = await storedFeedback(people);
    await done(people.adam.client.rpc('assign_feedback', { feedback_id, to_me: true }));
    return {
      read: async () => (await read()).assignee_id ?? 0,
      change: () => done(people.mona.client.rpc('assign_feedback', { feedback_id, to_me: true })),
      act: (expected) =>
        people.adam.client.rpc('assign_feedback', { feedback_id, to_me: false, expected: named(expected) }),
      stored,
    };
  },
  reply_to_feedback: async (people) => {
    const { id: feedback_id, stored } = await storedFeedback(people);
    const reply = (by: Person, body: string, last_reply?: unknown) =>
      by.client.rpc('reply_to_feedback', { feedback_id, body, client_id: randomUUID(), last_reply: named(last_reply) });
    return {
      read: async () =>
        (
          await value(
            people.adam.client.from('feedback_entries').select('id').eq('feedback_id', feedback_id).eq('kind', 'reply'),
          )
        ).at(-1)?.id ?? 0,
      change: async () => {
        await done(reply(people.mona, 'Fixed.'));
        // A note is no answer.
        const note = { feedback_id, body: 'Done', client_id: randomUUID() };
        await done(people.mona.client.rpc('add_feedback_note', note));
      },
      act: (last) => reply(people.adam, 'We look into it.', last),
      stored,
    };
  },
  delete_feedback: async (people) => {
    const { id: feedback_id, stored } = await storedFeedback(people);
    const answer = (kind: 'add_feedback_note' | 'reply_to_feedback', body: string) =>
      done(people.mona.client.rpc(kind, { feedback_id, body, client_id: randomUUID() }));
    await answer('reply_to_feedback', 'We look into it.');
    return {
      read: async () =>
        (await value(people.adam.client.from('feedback').select('updated_at').eq('id', feedback_id).single()))
          .updated_at,
      change: () => answer('add_feedback_note', 'They called again'),
      act: (at) => people.adam.client.rpc('delete_feedback', { feedback_id, expected_updated_at: named(at) }),
      stored,
    };
  },
  delete_exchange_rate: async ({ adam }) => {
    const enter = (rate: string) =>
      world.sql(
        `insert into public.exchange_rates as r (currency, day, usd_per_unit, source) values ($1, $2, $3, 'Bank')
         on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit`,
        [RATE.currency, RATE.day, rate],
      );
    await enter('0.00003932412345678901234567');
    return {
      read: async () =>
        (await value(adam.client.from('exchange_rates').select('usd_per_unit').match(RATE).single())).usd_per_unit,
      change: () => enter('0.00003832412345678901234567'),
      act: (expected) => adam.client.rpc('delete_exchange_rate', { ...RATE, expected: named(expected) }),
      stored: () => world.sql('select usd_per_unit from public.exchange_rates where currency = $1', [RATE.currency]),
    };
  },
  delete_content_rule: async ({ adam, mona }) => {
    const rule = { kind: 'word', pattern: 'zebra', action: 'flag', fields: ['review'] };
    const rule_id = Number(await value(judged(() => mona.client.rpc('save_content_rule', { rule }))));
    return {
      read: async () =>
        (await value(adam.client.rpc('list_content_rules'))).find(({ id }) => id === rule_id)?.updated_at,
      change: () =>
        value(judged(() => mona.client.rpc('save_content_rule', { rule_id, rule: { ...rule, pattern: 'lion' } }))),
      act: (at) => adam.client.rpc('delete_content_rule', { rule_id, expected_updated_at: named(at) }),
      stored: row('public.content_rules', rule_id),
    };
  },
};

/** Tests of their own: stale-forms.test.ts, of roles and of settings. */
const ELSEWHERE = [
  'change_user_role',
  'save_app_setting',
  'save_content_rule',
  'save_email_settings',
  'save_mail_template',
];

const REASONS: Readonly<Record<string, readonly string[]>> = {
  'It reads, or sends something, and changes no state': [
    'get_user',
    'list_users',
    'note_reset_link',
    'preview_content_rule',
    'queue_test_mail',
    'read_flagged_content',
  ],
  'It adds something': ['add_feedback_note', 'create_broadcast', 'import_content_rules'],
  'What has the state already keeps its earlier decision, or is refused': [
    'bulk_hide_posts',
    'hide_post',
    'hide_posts_of_user',
    'hide_question',
    'hide_review',
    'suspend_user',
    'verify_user_email',
  ],
  'It can be undone for 30 days': [
    'bulk_delete_feedback',
    'bulk_set_feedback_status',
    'bulk_unhide_posts',
    'mark_spam',
  ],
  'It leaves what somebody has changed since': ['undo_moderation'],
  'What it ends never changes before': [
    'cancel_broadcast',
    'delete_broadcast',
    'retry_mail',
    'retry_mails',
    'review_flagged_content',
  ],
  'Its user has asked for it, or their name is typed': ['delete_user', 'reset_second_factor'],
  'It is given the whole new value': ['send_mails_from', 'set_exchange_rate', 'set_notification_kind'],
};

describe('a decision on a state that somebody else has changed', () => {
  test('every function of admins that ends or replaces a state names it, or has a reason', async () => {
    const functions = await world.sql<{ name: string; args: string[] }>(
      `select p.proname as name, p.proargnames as args from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
         and (obj_description(p.oid) ~ '^For (main )?admins' or p.proname in ('hide_post', 'unhide_post'))`,
    );
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).toSorted();
    const isNamed = ({ args }: { args: string[] }) =>
      args.some((arg) => /^expected|^(hidden|suspended)_at$|^last_reply$/.test(arg));
    expect(names(functions.filter(isNamed))).toEqual([...Object.keys(DECISIONS), ...ELSEWHERE].toSorted());
    expect(names(functions.filter((each) => !isNamed(each)))).toEqual(Object.values(REASONS).flat().toSorted());
  });

  test.for(Object.entries(DECISIONS))(
    '%s refuses a state that has changed since it was read, and takes the one that is there',
    async ([, decide], { anna, bob, adam, mona }) => {
      const { read, change, act, stored } = await decide({ anna, bob, adam, mona });
      const early = await read();
      await change();
      const before = await stored();
      expect(await outcome(act(early))).toEqual(CHANGED);
      expect(await stored()).toEqual(before);
      const now = await read();
      expect(now).not.toEqual(early);
      await done(act(now));
      expect(await stored()).not.toEqual(before);
    },
  );

  test('of many posts, those that are hidden since another time are left out', async ({ anna, adam, mona, bob }) => {
    const posts = [await hiddenPost({ anna, adam, mona, bob }), await hiddenPost({ anna, adam, mona, bob })] as const;
    const choice = {
      post_ids: posts.map(({ id }) => id),
      hidden_at: [named(await posts[0].read()), named(await posts[1].read())],
    };
    await posts[0].change();
    expect(await value(adam.client.rpc('unhide_posts', choice))).toBe(1);
    expect(await storedPost(posts[0].id)).toMatchObject({ is_hidden: true, hidden_reason: 'Fraud' });
    expect(await storedPost(posts[1].id)).toMatchObject({ is_hidden: false });
    expect(await outcome(adam.client.rpc('unhide_posts', choice))).toEqual(CHANGED);
    const uneven = { ...choice, hidden_at: choice.hidden_at.slice(1) };
    expect(await outcome(adam.client.rpc('unhide_posts', uneven))).toEqual([400, 'Invalid input']);
  });
});

describe('a request that its owner has withdrawn', () => {
  test('admins who do not name when its owner hid it do nothing to it together with others', async ({
    anna,
    bob,
    adam,
    mona,
  }) => {
    const { id } = await hiddenPost({ anna, bob, adam, mona });
    const other = await hiddenPost({ anna, bob, adam, mona });
    await done(mona.client.rpc('unhide_post', { post_id: id }));
    await done(anna.client.rpc('hide_post', { post_id: id }));
    for (const refused of [
      adam.client.rpc('unhide_post', { post_id: id }),
      adam.client.rpc('unhide_posts', { post_ids: [id] }),
      adam.client.rpc('delete_hidden_posts', { post_ids: [id], reason: 'Spam' }),
    ])
      expect(await outcome(refused)).toEqual(OF_OWNER);
    expect(await value(adam.client.rpc('delete_hidden_posts', { post_ids: [id, other.id], reason: 'Spam' }))).toBe(1);
    expect(await storedPost(id)).toMatchObject({ is_hidden: true, hidden_by: anna.id });
  });

  test('admins show or delete what the list shows as hidden by its owner', async ({ anna, adam }) => {
    const { id } = await world.createPost(anna);
    const hiddenAt = async () => {
      await done(anna.client.rpc('hide_post', { post_id: id }));
      const [post] = await value(adam.client.rpc('list_hidden_posts', { hidden_by: 'owner' }).select('hidden_at'));
      return post?.hidden_at ?? '';
    };
    expect(await outcome(adam.client.rpc('unhide_post', { post_id: id, hidden_at: await hiddenAt() }))).toEqual([204]);
    const choice = { post_ids: [id], hidden_at: [await hiddenAt()] };
    expect(await value(adam.client.rpc('delete_hidden_posts', { ...choice, reason: 'Fraud' }))).toBe(1);
  });
});
