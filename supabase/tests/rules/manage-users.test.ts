import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { PASSWORD, type Person } from '../support/world.ts';
import { notificationsOf, outcome, QUOTE, value } from './support.ts';

/* What admins do to accounts, and what is refused. */

let count = 0;
/** Somebody new, to whom something may happen. */
const somebody = (options?: Parameters<typeof world.person>[1]) => {
  count += 1;
  return world.person(`person${count}`, options);
};
const CONFLICT = [409, 'You cannot change this account'];
const account = async (person: Person) => {
  const [row] = await world.sql<{ role: string; suspended: boolean; verified: boolean; deleted: boolean }>(
    `select role, coalesce(suspended_until > now(), false) as suspended, email_confirmed_at is not null as verified,
       deleted_at is not null as deleted from public.accounts where profile_id = $1`,
    [person.id],
  );
  return row;
};
const logOf = (person: Person) =>
  world.sql<{ action: string; actor_username: string; before: unknown; after: unknown }>(
    `select action, actor_username, before, after from public.audit_log where entity = 'user' and entity_id = $1 order by id`,
    [String(person.id)],
  );
const mails = (person: Person) =>
  world.sql<{ template: string; data: Record<string, unknown> }>(
    'select template, data from private.mail_outbox where user_id = $1 order by id',
    [person.id],
  );

const acts = {
  verify: (by: Person, whom: Person) => outcome(by.client.rpc('verify_user_email', { user_id: whom.id })),
  reset: (by: Person, whom: Person) => outcome(by.client.rpc('note_reset_link', { user_id: whom.id })),
  suspend: (by: Person, whom: Person, days?: number) =>
    outcome(by.client.rpc('suspend_user', { user_id: whom.id, reason: 'Spam', days })),
  lift: (by: Person, whom: Person) => outcome(by.client.rpc('lift_suspension', { user_id: whom.id })),
  role: (by: Person, whom: Person, role = 'admin', expected = 'user') =>
    outcome(by.client.rpc('change_user_role', { user_id: whom.id, role, expected })),
  hideAll: (by: Person, whom: Person) =>
    outcome(by.client.rpc('hide_posts_of_user', { user_id: whom.id, reason: 'Spam' })),
  remove: (by: Person, whom: Person, username = whom.username) =>
    outcome(by.client.rpc('delete_user', { user_id: whom.id, username })),
};
const everyAct = Object.entries(acts);

describe('what is done to an account', () => {
  test.for(everyAct)(
    'an act on an account is refused to a user and to a guest: %s [A65]',
    async ([_name, act], { anna, bob }) => {
      expect((await act(bob, anna))[0]).toBe(403);
      expect(await act({ ...bob, client: world.guest }, anna)).toEqual([
        401,
        expect.stringContaining('permission denied'),
      ]);
      expect(await account(anna)).toEqual({ role: 'user', suspended: false, verified: true, deleted: false });
    },
  );

  test.for(everyAct)(
    "nobody's own account and no main admin's can be acted on: %s",
    async ([name, act], { adam, mona }) => {
      const other = await world.person('mona2', { role: 'main_admin' });
      expect(await act(mona, mona)).toEqual(CONFLICT);
      if (name !== 'role') expect(await act(mona, other)).toEqual(CONFLICT);
      if (name === 'role' || name === 'remove')
        expect(await act(adam, adam)).toEqual([403, 'Only a main admin may do this']);
      else expect(await act(adam, adam)).toEqual(CONFLICT);
      for (const person of [mona, other])
        expect(await account(person)).toEqual({ role: 'main_admin', suspended: false, verified: true, deleted: false });
    },
  );

  test.for(everyAct)('an act on an unknown account answers 404: %s', async ([_name, act], { bob, mona }) => {
    expect(await act(mona, { ...bob, id: 999_999 })).toEqual([404, 'User not found']);
  });

  test('an admin who lost the role or is suspended cannot act on accounts from that moment', async ({ bob, mona }) => {
    const former = await somebody({ role: 'admin' });
    expect(await acts.suspend(mona, former, 1)).toEqual([204]);
    expect(await acts.suspend(former, bob)).toEqual([403, 'You are not allowed to do this']);
    expect(await acts.lift(mona, former)).toEqual([200]);
    expect(await acts.hideAll(former, bob)).toEqual([200]);
    expect(await acts.role(mona, former, 'user', 'admin')).toEqual([204]);
    for (const [, act] of everyAct) expect((await act(former, bob))[0]).toBe(403);
    expect(await account(bob)).toMatchObject({ role: 'user', suspended: false });
  });
});

describe('verifying an address', () => {
  test('an address that an admin verifies lets the user in, and is verified once', async ({ adam }) => {
    const late = await somebody();
    await world.sql('update auth.users set email_confirmed_at = null where id = $1', [late.authId]);
    expect(await account(late)).toMatchObject({ verified: false });
    expect(await acts.verify(adam, late)).toEqual([204]);
    expect(await account(late)).toMatchObject({ verified: true });
    expect((await world.guest.auth.signInWithPassword({ email: late.email, password: PASSWORD })).error).toBeNull();
    await world.guest.auth.signOut();
    expect(await acts.verify(adam, late)).toEqual([409, 'This email is already verified']);
    expect(await logOf(late)).toEqual([
      { action: 'verify_email', actor_username: 'adam', before: { verified: false }, after: { verified: true } },
    ]);
  });
});

describe('a reset link', () => {
  test('a reset link is logged before its address is told', async ({ adam }) => {
    const person = await somebody();
    expect(await value(adam.client.rpc('note_reset_link', { user_id: person.id }))).toBe(person.email);
    expect(await logOf(person)).toMatchObject([{ action: 'send_reset_link', actor_username: 'adam' }]);
  });
});

describe('a suspension', () => {
  test('a suspension needs a reason and one of the lengths', async ({ adam }) => {
    const person = await somebody();
    for (const reason of ['', '   ']) {
      expect(await outcome(adam.client.rpc('suspend_user', { user_id: person.id, reason }))).toEqual([
        400,
        'Reason is required',
      ]);
    }
    expect(await outcome(adam.client.rpc('suspend_user', { user_id: person.id, reason: 'x'.repeat(501) }))).toEqual([
      400,
      'Reason too long',
    ]);
    expect(await acts.suspend(adam, person, 2)).toEqual([400, 'Invalid input']);
    expect(await account(person)).toMatchObject({ suspended: false });
    expect(await logOf(person)).toEqual([]);
  });

  test('a suspension is mailed and logged, cannot be given twice, and is lifted once [A586]', async ({
    adam,
    mona,
  }) => {
    const person = await somebody();
    expect(await acts.suspend(adam, person, 7)).toEqual([204]);
    expect(await account(person)).toMatchObject({ suspended: true });
    expect(await acts.suspend(mona, person)).toEqual([409, 'This account is already suspended']);
    expect(await mails(person)).toEqual([
      { template: 'account_suspended', data: { reason: 'Spam', until: expect.any(String) } },
    ]);
    expect(await acts.lift(mona, person)).toEqual([200]);
    expect(await account(person)).toMatchObject({ suspended: false });
    expect(await acts.lift(adam, person)).toEqual([409, 'This account is not suspended']);
    expect(await logOf(person)).toEqual([
      {
        action: 'suspend_user',
        actor_username: 'adam',
        before: null,
        after: { until: expect.any(String), reason: 'Spam' },
      },
      {
        action: 'lift_suspension',
        actor_username: 'mona',
        before: { until: expect.any(String), reason: 'Spam' },
        after: null,
      },
    ]);
  });

  test('a suspended user can read but not write, and learns until when and why', async ({ anna, bob }) => {
    const person = await somebody();
    const post = await world.createPost(person, { title: 'Before' });
    const annas = await world.createPost(anna);
    const quote = await value(person.client.rpc('submit_quote', { quote: { post_id: annas.id, ...QUOTE } })).then(
      ([first]) => first?.quote_id ?? 0,
    );
    await world.sql('update public.accounts set suspended_until = $2, suspension_reason = $3 where profile_id = $1', [
      person.id,
      '2126-03-05T12:00:00Z',
      'Spam',
    ]);
    const { client } = person;
    const writes = {
      post: client
        .from('posts')
        .insert({ title: 'x', description: 'x', category: 'food', country: 'vn', delivery_address: 'x' }),
      edit: client.from('posts').update({ title: 'After' }).eq('id', post.id),
      remove: client.from('posts').delete().eq('id', post.id),
      hide: client.rpc('hide_post', { post_id: post.id }),
      like: client.rpc('set_post_like', { post_id: annas.id, liked: true }),
      quote: client.rpc('submit_quote', { quote: { post_id: (await world.createPost(bob)).id, ...QUOTE } }),
      review: client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 1, comment: 'x' }),
      profile: client.from('profiles').update({ bio: 'x' }).eq('id', person.id),
      account: client.from('accounts').update({ address: 'x' }).eq('profile_id', person.id),
    };
    for (const [name, write] of Object.entries(writes)) {
      expect([name, ...(await outcome(write))]).toEqual([
        name,
        403,
        'Your account is suspended until Mar 5, 2126. Reason: Spam',
      ]);
    }
    const upload = await client.storage
      .from('post-images')
      .upload(`${person.authId}/00000000-0000-4000-8000-000000000001.png`, new Blob(['x'], { type: 'image/png' }));
    expect(upload.error).not.toBeNull();
    expect(await value(client.from('posts').select('title').eq('id', post.id))).toEqual([{ title: 'Before' }]);
    expect(await value(client.from('quotes').select('id').eq('id', quote))).toEqual([{ id: quote }]);
    expect(await outcome(client.rpc('mark_all_notifications_read'))).toEqual([204]);
  });

  test('a suspension without an end names no day', async ({ adam }) => {
    const person = await somebody();
    await acts.suspend(adam, person);
    expect(await outcome(person.client.from('profiles').update({ bio: 'x' }).eq('id', person.id))).toEqual([
      403,
      'Your account is suspended. Reason: Spam',
    ]);
    expect(await mails(person)).toEqual([{ template: 'account_suspended', data: { reason: 'Spam', until: null } }]);
  });

  test('a suspension ends by itself at its time', async ({ adam }) => {
    const person = await somebody();
    await acts.suspend(adam, person, 1);
    await world.sql(`update public.accounts set suspended_until = now() - interval '1 second' where profile_id = $1`, [
      person.id,
    ]);
    expect(await outcome(person.client.from('profiles').update({ bio: 'x' }).eq('id', person.id))).toEqual([204]);
    expect(await acts.lift(adam, person)).toEqual([409, 'This account is not suspended']);
    expect(await acts.suspend(adam, person, 1)).toEqual([204]);
  });

  test('a suspended user is still reviewed, and gets no quote that they could not answer', async ({ bob, adam }) => {
    const person = await somebody();
    const post = await world.createPost(person);
    await acts.suspend(adam, person, 1);
    expect(await outcome(bob.client.rpc('submit_quote', { quote: { post_id: post.id, ...QUOTE } }))).toEqual([
      409,
      'The other account is suspended',
    ]);
    expect(
      await outcome(bob.client.rpc('submit_review', { reviewed_user_id: person.id, rating: 3, comment: 'x' })),
    ).toEqual([200]);
  });
});

describe('a role', () => {
  test('only a main admin gives and takes a role', async ({ adam, mona }) => {
    const person = await somebody();
    expect(await acts.role(adam, person)).toEqual([403, 'Only a main admin may do this']);
    expect(await acts.role(mona, person)).toEqual([204]);
    expect(await value(person.client.from('audit_log').select('id').limit(1))).toHaveLength(1);
    expect(await acts.role(mona, person, 'user', 'admin')).toEqual([204]);
    expect(await value(person.client.from('audit_log').select('id').limit(1))).toEqual([]);
    expect((await logOf(person)).map(({ before, after }) => [before, after])).toEqual([
      [{ role: 'user' }, { role: 'admin' }],
      [{ role: 'admin' }, { role: 'user' }],
    ]);
  });

  test('a role change is refused if another admin was faster or the role is unknown', async ({ mona }) => {
    const person = await somebody();
    expect(await acts.role(mona, person, 'admin', 'admin')).toEqual([
      409,
      'Somebody else has just changed this account. Please look again.',
    ]);
    expect(await acts.role(mona, person, 'owner', 'user')).toEqual([400, 'Invalid input']);
    expect(await account(person)).toMatchObject({ role: 'user' });
  });

  test('a main admin loses the role through another one, who gives a reason, and is then like anybody', async ({
    adam,
    mona,
  }) => {
    const other = await somebody({ role: 'main_admin' });
    const demote = (by: Person, reason?: string) =>
      outcome(by.client.rpc('change_user_role', { user_id: other.id, role: 'admin', expected: 'main_admin', reason }));
    expect(await demote(adam, 'Left')).toEqual([403, 'Only a main admin may do this']);
    expect(await demote(other, 'Left')).toEqual(CONFLICT);
    for (const reason of [undefined, '', '  ']) expect(await demote(mona, reason)).toEqual([400, 'Reason is required']);
    expect(await demote(mona, 'x'.repeat(501))).toEqual([400, 'Reason too long']);
    expect(await account(other)).toMatchObject({ role: 'main_admin' });
    expect(await demote(mona, ' Left the company ')).toEqual([204]);
    expect(await logOf(other)).toEqual([
      {
        action: 'change_role',
        actor_username: 'mona',
        before: { role: 'main_admin' },
        after: { role: 'admin', reason: 'Left the company' },
      },
    ]);
    expect(await acts.role(other, mona, 'user', 'main_admin')).toEqual([403, 'Only a main admin may do this']);
    expect(await acts.suspend(mona, other, 1)).toEqual([204]);
  });

  test('the last main admin cannot lose the role, even with the rights of the database owner', async ({ mona }) => {
    await world.sql(`update public.accounts set role = 'user' where role = 'main_admin' and profile_id <> $1`, [
      mona.id,
    ]);
    await expect(
      world.sql(`update public.accounts set role = 'admin' where profile_id = $1`, [mona.id]),
    ).rejects.toThrow('The last main admin cannot be changed');
    await expect(
      world.sql('update public.accounts set deleted_at = now() where profile_id = $1', [mona.id]),
    ).rejects.toThrow('The last main admin cannot be changed');
    expect(await account(mona)).toMatchObject({ role: 'main_admin', deleted: false });
  });
});

describe('hiding all posts of a user', () => {
  test('hiding all posts of a user notifies the owner, and keeps already hidden ones as they are', async ({ adam }) => {
    const person = await somebody();
    const own = await world.createPost(person, { title: 'Hidden by himself' });
    await person.client.rpc('hide_post', { post_id: own.id, reason: 'mine' });
    for (const title of ['One', 'Two']) await world.createPost(person, { title });
    expect(await value(adam.client.rpc('hide_posts_of_user', { user_id: person.id, reason: ' Spam ' }))).toMatchObject([
      { post_count: 2 },
    ]);
    expect(
      await world.sql('select title, hidden_by::int, hidden_reason from public.posts where user_id = $1 order by id', [
        person.id,
      ]),
    ).toEqual([
      { title: 'Hidden by himself', hidden_by: person.id, hidden_reason: 'mine' },
      { title: 'One', hidden_by: adam.id, hidden_reason: 'Spam' },
      { title: 'Two', hidden_by: adam.id, hidden_reason: 'Spam' },
    ]);
    expect((await notificationsOf(person)).map(({ message }) => message).sort()).toEqual([
      'Your post "One" was hidden: Spam',
      'Your post "Two" was hidden: Spam',
    ]);
    expect(await logOf(person)).toMatchObject([{ action: 'hide_all_posts', after: { posts: 2, reason: 'Spam' } }]);
    expect(await value(adam.client.rpc('hide_posts_of_user', { user_id: person.id, reason: 'Spam' }))).toEqual([]);
    expect(await outcome(adam.client.rpc('hide_posts_of_user', { user_id: person.id, reason: '' }))).toEqual([
      400,
      'Reason is required',
    ]);
  });
});

describe('deleting a user', () => {
  test('only a main admin deletes a user, and has to type the name', async ({ adam, mona }) => {
    const person = await somebody();
    expect(await acts.remove(adam, person)).toEqual([403, 'Only a main admin may do this']);
    expect(await acts.remove(mona, person, 'somebody')).toEqual([400, 'Type the username to confirm']);
    expect(await account(person)).toMatchObject({ deleted: false });
  });

  test('a deleted user loses all sessions, name and address; others keep what they exchanged with them', async ({
    anna,
    bob,
    mona,
  }) => {
    const person = await somebody({
      organization: 'Acme',
      taxCode: '123',
      phoneNumber: '+84 28 3822 5566',
      address: '12 Main Street',
    });
    const annas = await world.createPost(anna);
    const own = await world.createPost(person);
    await value(person.client.rpc('submit_quote', { quote: { post_id: annas.id, ...QUOTE } }));
    await value(person.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 4, comment: 'Fair' }));
    await value(bob.client.rpc('submit_quote', { quote: { post_id: own.id, ...QUOTE } }));
    expect(await acts.remove(mona, person)).toEqual([200]);

    expect(await account(person)).toEqual({ role: 'user', suspended: false, verified: true, deleted: true });
    const [row] = await world.sql<{ text: string }>(
      `select concat(row_to_json(p), row_to_json(a), row_to_json(u)) as text from public.profiles p
       join public.accounts a on a.profile_id = p.id join auth.users u on u.id = p.auth_id where p.id = $1`,
      [person.id],
    );
    for (const trace of [person.username, 'Acme', '3822', 'Example', '"123"']) expect(row?.text).not.toContain(trace);
    expect(
      await value(anna.client.from('quotes').select('post_title, contact_address').eq('supplier_id', person.id)),
    ).toEqual([{ post_title: annas.title, contact_address: null }]);
    expect(await value(anna.client.from('reviews').select('comment').eq('reviewer_id', person.id))).toEqual([
      { comment: 'Fair' },
    ]);
    expect(await world.sql('select id from public.posts where user_id = $1', [person.id])).toEqual([]);
    // The old token has not run out, but it is nobody's.
    expect(await person.client.from('accounts').select('email')).toAnswer(401);
    expect(await outcome(person.client.rpc('set_post_like', { post_id: annas.id, liked: true }))).toEqual([
      401,
      'Authentication required',
    ]);
    expect(
      (await world.guest.auth.signInWithPassword({ email: person.email, password: PASSWORD })).error,
    ).not.toBeNull();
    expect((await person.client.auth.refreshSession({ refresh_token: person.refreshToken })).error).not.toBeNull();
    expect(
      await world.sql(
        `select template from private.mail_outbox where user_id = $1 or recipient = $2 or template = 'email_changed'`,
        [person.id, person.email],
      ),
    ).toEqual([]);
    expect(await logOf(person)).toEqual([
      {
        action: 'delete_user',
        actor_username: 'mona',
        before: { username: person.username, role: 'user' },
        after: null,
      },
    ]);
    expect(await acts.remove(mona, person, `deleted-${person.id}`)).toEqual(CONFLICT);

    const again = await world.guest.auth.signUp({
      email: person.email,
      password: PASSWORD,
      options: { data: { username: person.username, termsVersion: '2026-01-31' } },
    });
    expect(again.error).toBeNull();
    await world.guest.auth.signOut();
  });

  test('a user with thousands of posts or quotes is deleted in parts, and adds nothing between them', async ({
    anna,
    mona,
  }) => {
    const person = await somebody();
    const { id: postId } = await world.createPost(anna);
    await world.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       select $1, 'Pills', 'x', 'food', 'vn', 'x' from generate_series(1, 501)`,
      [person.id],
    );
    await world.sql(
      `with quoted as (
         insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time,
           contact_address, organization_name, status)
         select $1, 'Steel', $2, $3, 'As asked', '5', '1', 'soon', '12 Main Street', 'Acme', case n when 1 then 'pending' else 'declined' end
         from generate_series(1, 501) as n returning id)
       insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
       select id, $3, 'revise', 'pending', 'pending', '{"tax_code": "123", "price_text": "6"}', '{"tax_code": null, "price_text": "5"}'
       from quoted`,
      [postId, anna.id, person.id],
    );
    const left = async () => {
      const [row] = await world.sql<{ posts: number; named: number; undecided: number; events: number }>(
        `select (select count(*)::int from public.posts where user_id = $1) as posts,
           count(*) filter (where q.contact_address is not null or q.organization_name is not null)::int as named,
           count(*) filter (where q.status = 'pending')::int as undecided, count(e.id) filter (where e.before ? 'tax_code')::int as events
         from public.quotes q join public.quote_events e on e.quote_id = q.id and e.kind = 'revise' where q.supplier_id = $1`,
        [person.id],
      );
      return row;
    };
    const remove = () => value(mona.client.rpc('delete_user', { user_id: person.id, username: person.username }));

    expect(await acts.remove(mona, person, 'somebody')).toEqual([400, 'Type the username to confirm']);
    expect(await left()).toEqual({ posts: 501, named: 501, undecided: 1, events: 501 });
    expect(await remove()).toBe(false);
    expect(await left()).toEqual({ posts: 1, named: 501, undecided: 1, events: 501 });
    expect(await account(person)).toMatchObject({ suspended: true, deleted: false });
    expect((await outcome(person.client.rpc('set_post_like', { post_id: postId, liked: true })))[0]).toBe(403);
    expect(await remove()).toBe(false);
    expect(await left()).toEqual({ posts: 1, named: 1, undecided: 0, events: 1 });
    expect(await remove()).toBe(true);
    expect(await left()).toEqual({ posts: 0, named: 0, undecided: 0, events: 0 });
    expect(await account(person)).toEqual({ role: 'user', suspended: false, verified: true, deleted: true });
    expect((await logOf(person)).map(({ action, after }) => [action, after])).toEqual([
      ['suspend_user', { until: 'permanent', reason: 'The account was deleted' }],
      ['delete_user', null],
    ]);
  });

  test('a request with more quotes than a part is deleted by itself', async ({ mona }) => {
    const [person, supplier] = [await somebody(), await somebody()];
    const [many, few] = [await world.createPost(person), await world.createPost(person)];
    const quote = (post: { id: number }, count: number) =>
      world.sql(
        `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time, quoted_request)
         select $1, 'Steel', $2, $3, 'As asked', '5', '1', 'soon', '{"delivery_address": "12 Main Street"}' from generate_series(1, $4)`,
        [post.id, person.id, supplier.id, count],
      );
    await quote(many, 501);
    await quote(few, 1);
    const posts = async () =>
      (await world.sql<{ id: number }>('select id::int from public.posts where user_id = $1', [person.id])).map(
        ({ id }) => id,
      );
    const remove = () => value(mona.client.rpc('delete_user', { user_id: person.id, username: person.username }));
    expect(await remove()).toBe(false);
    expect(await posts()).toEqual([many.id]);
    expect(await remove()).toBe(true);
    expect(await posts()).toEqual([]);
    expect(
      await world.sql(
        `select status, status_reason, count(*)::int from public.quotes
         where supplier_id = $1 and not quoted_request ? 'delivery_address' group by 1, 2`,
        [supplier.id],
      ),
    ).toEqual([{ status: 'declined', status_reason: 'The request was deleted', count: 502 }]);
  });
});

describe('what a deleted user leaves', () => {
  test('a deleted user leaves terms, texts and reviews; company, address and, by a job, files are removed', async ({
    anna,
    mona,
  }) => {
    const person = await somebody({ organization: 'Acme', taxCode: '123' });
    const annas = await world.createPost(anna);
    const put = async (by: Person, bucket: string, ending: string, type: string) => {
      const path = `${by.authId}/${randomUUID()}.${ending}`;
      expect((await by.client.storage.from(bucket).upload(path, new Blob(['%PDF-1.7'], { type }))).error).toBeNull();
      return path;
    };
    const offer = await put(person, 'quote-documents', 'pdf', 'application/pdf');
    const drawing = await put(person, 'message-files', 'pdf', 'application/pdf');
    const picture = await put(person, 'post-images', 'png', 'image/png');
    const [quote] = await value(
      person.client.rpc('submit_quote', {
        quote: {
          post_id: annas.id,
          ...QUOTE,
          account_type: 'organization',
          organization_name: 'Acme',
          tax_code: '123',
          images: [picture],
          attachments: [{ path: offer, name: 'Offer.pdf' }],
        },
      }),
    );
    const quoteId = quote?.quote_id ?? 0;
    await value(
      person.client.rpc('send_message', {
        quote_id: quoteId,
        content: 'See the drawing',
        attachments: [{ path: drawing, name: 'a.pdf' }],
      }),
    );
    const answer = await put(anna, 'message-files', 'pdf', 'application/pdf');
    await value(
      anna.client.rpc('send_message', {
        quote_id: quoteId,
        content: 'Thanks',
        attachments: [{ path: answer, name: 'b.pdf' }],
      }),
    );
    expect(await acts.remove(mona, person)).toEqual([200]);

    expect(
      await value(
        anna.client
          .from('quotes')
          .select('price_text, images, organization_name, tax_code, quote_attachments(path)')
          .eq('id', quoteId),
      ),
    ).toEqual([
      { price_text: QUOTE.price_text, images: [], organization_name: null, tax_code: null, quote_attachments: [] },
    ]);
    expect(
      await value(
        anna.client.from('messages').select('content, message_attachments(path)').eq('quote_id', quoteId).order('id'),
      ),
    ).toEqual([
      { content: 'See the drawing', message_attachments: [] },
      { content: 'Thanks', message_attachments: [{ path: answer }] },
    ]);
    for (const [bucket, path] of [
      ['quote-documents', offer],
      ['message-files', drawing],
    ] as const) {
      expect(await value(anna.client.rpc('may_read_file', { bucket, path }))).toBe(false);
    }
    await world.sql(`update storage.objects set created_at = now() - interval '25 hours' where name <> ''`);
    await world.sql('select private.doom_unused_uploads(1000)');
    const doomed = await world.sql<{ name: string }>('select name from private.doomed_uploads');
    expect(doomed.map(({ name }) => name)).toEqual(expect.arrayContaining([offer, drawing, picture]));
    expect(doomed.map(({ name }) => name)).not.toContain(answer);
  });

  test('the token of a deleted user writes nothing and learns nothing of what is stored', async ({ anna, mona }) => {
    const person = await somebody();
    expect(await acts.remove(mona, person)).toEqual([200]);
    const post = { title: 'x', description: 'x', category: 'food', country: 'vn', delivery_address: 'x' };
    const answers = [
      await person.client.from('posts').insert(post),
      await person.client.from('news_items').insert({ title: 'x' }),
      await person.client.from('account_notes').insert({ profile_id: anna.id, note: 'x' }),
      await person.client.rpc('submit_quote', { quote: { post_id: 1, ...QUOTE } }),
      await person.client.rpc('send_message', { quote_id: 1, content: 'x' }),
      await person.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 5, comment: 'x' }),
    ];
    for (const { status, error } of answers) {
      expect([401, 403]).toContain(status);
      expect(JSON.stringify(error)).not.toMatch(/Failing row|rate_limit/);
    }
  });
});

describe('an export of the users', () => {
  test('an export of the users is in the audit log with its filters, a page of the list is not', async ({
    bob,
    adam,
  }) => {
    const exports = () =>
      world.sql<{ actor_username: string; after: unknown }>(
        `select actor_username, after from public.audit_log where action = 'export_users' order by id`,
      );
    await value(adam.client.rpc('list_users', { page_size: 100 }));
    expect(await exports()).toEqual([]);
    await value(adam.client.rpc('list_users', { page_size: 101, role: 'user', search: ' ann ' }));
    await value(adam.client.rpc('list_users', { page_size: 500, page: 2 }));
    expect(await exports()).toEqual([
      { actor_username: 'adam', after: { search: 'ann', role: 'user', page: 1, pageSize: 101 } },
      { actor_username: 'adam', after: { page: 2, pageSize: 500 } },
    ]);
    expect(await outcome(bob.client.rpc('list_users', { page_size: 500 }))).toEqual([
      403,
      'You are not allowed to do this',
    ]);
    expect(await exports()).toHaveLength(2);
  });

  test('an export that goes on after an id reads everybody once while users come and go', async ({ world, adam }) => {
    const ids = async (args: object) =>
      (await value(adam.client.rpc('list_users', args))).map(({ profile_id }) => profile_id);
    const all = (await ids({ page_size: 500 })).toSorted((one, other) => one - other);
    const read: number[] = [];
    for (let after = 0; ; after = read.at(-1) ?? 0) {
      const next = await ids({ sort: 'username', direction: 'desc', page: 7, page_size: 2, after });
      read.push(...next);
      // Who has been read moves to another place of the list.
      await world.sql(`update public.accounts set post_count = post_count + 1 where profile_id = $1`, [next[0] ?? 0]);
      if (next.length < 2) break;
    }
    expect(read).toEqual(all);
  });

  test('what an admin reads in pages or one by one is in the audit log above the limit of an hour', async ({
    bob,
    adam,
    mona,
  }) => {
    const entries = () =>
      world.sql(`select actor_username, after from public.audit_log where action = 'export_users' order by id`);
    const before = await entries();
    await world.sql(`delete from private.rate_limit_uses where action = 'account_read'`);
    const users = await value(adam.client.rpc('list_users', {}));
    const used = () =>
      world.sql(`select used from private.rate_limit_uses where action = 'account_read' and subject = $1`, [
        String(adam.id),
      ]);
    expect(await used()).toEqual([{ used: users.length }]);
    await world.sql(`update private.rate_limit_uses set used = 1999 where action = 'account_read'`);
    await value(adam.client.rpc('get_user', { user_id: bob.id }));
    expect(await entries()).toEqual(before);
    await value(adam.client.rpc('get_user', { user_id: bob.id }));
    await value(adam.client.rpc('list_users', { country: 'vn', page_size: 1 }));
    await value(mona.client.rpc('get_user', { user_id: bob.id }));
    expect(await entries()).toEqual([
      ...before,
      { actor_username: 'adam', after: { user: bob.id } },
      { actor_username: 'adam', after: { country: 'vn', page: 1, pageSize: 1 } },
    ]);
  });
});

describe('the list of the staff', () => {
  test('admins read the profiles of all admins, nobody else does', async ({ bob, adam }) => {
    const names = async (person: Person) =>
      (await value(person.client.rpc('list_staff').select('username'))).map(({ username }) => username);
    expect(await names(adam)).toEqual(expect.arrayContaining(['adam', 'mona']));
    expect(await names(adam)).not.toContain('bob');
    expect(await bob.client.rpc('list_staff')).toAnswer(403);
  });
});

describe('notes about a user', () => {
  test('only admins write and read notes about a user; they are logged and hidden from the person [A65]', async ({
    adam,
    mona,
  }) => {
    const person = await somebody();
    expect(
      await outcome(adam.client.from('account_notes').insert({ profile_id: person.id, note: 'Called twice' })),
    ).toEqual([201]);
    expect(
      await value(mona.client.from('account_notes').select('note, author_id').eq('profile_id', person.id)),
    ).toEqual([{ note: 'Called twice', author_id: adam.id }]);
    expect(await logOf(person)).toMatchObject([
      { action: 'add_note', actor_username: 'adam', after: { note: 'Called twice' } },
    ]);
    expect(await value(person.client.from('account_notes').select('id'))).toEqual([]);
    expect((await outcome(person.client.from('account_notes').insert({ profile_id: person.id, note: 'x' })))[0]).toBe(
      403,
    );
    expect(await world.guest.from('account_notes').select('id')).toAnswer(401);
    expect((await outcome(adam.client.from('account_notes').delete().eq('profile_id', person.id)))[0]).toBe(403);
  });

  test('notes about a user are deleted with the account, those by a deleted admin stay', async ({ anna, mona }) => {
    const person = await somebody();
    await world.sql(`update public.accounts set role = 'admin' where profile_id = $1`, [person.id]);
    for (const [by, about] of [
      [person, anna],
      [mona, person],
    ] as const) {
      const note = { profile_id: about.id, note: `By ${by.username}` };
      expect(await by.client.from('account_notes').insert(note)).toAnswer(201);
    }
    expect(await acts.remove(mona, person)).toEqual([200]);
    const notes = (about: Person) => value(mona.client.from('account_notes').select('note').eq('profile_id', about.id));
    expect([await notes(anna), await notes(person)]).toEqual([[{ note: `By ${person.username}` }], []]);
  });
});

test.beforeEach(async () => {
  await world.sql('delete from public.notifications');
});

describe('an account that is suspended or unconfirmed', () => {
  test('it becomes neither admin nor main admin, but an admin who is suspended can lose the role', async ({ mona }) => {
    const change = ({ id }: Person, role: string, expected = 'user') =>
      outcome(mona.client.rpc('change_user_role', { user_id: id, role, expected, reason: 'Left' }));
    const [suspended, unconfirmed] = [await world.person('away'), await world.person('new')];
    expect(await outcome(mona.client.rpc('suspend_user', { user_id: suspended.id, reason: 'Spam' }))).toEqual([204]);
    await world.sql('update public.accounts set email_confirmed_at = null where profile_id = $1', [unconfirmed.id]);
    for (const role of ['admin', 'main_admin']) {
      expect(await change(suspended, role)).toEqual([409, 'This account is suspended']);
      expect(await change(unconfirmed, role)).toEqual([409, 'This address is not confirmed yet']);
    }
    await world.sql(`update public.accounts set role = 'main_admin' where profile_id = $1`, [suspended.id]);
    expect(await change(suspended, 'admin', 'main_admin')).toEqual([204]);
    expect(await change(suspended, 'user', 'admin')).toEqual([204]);
  });
});
