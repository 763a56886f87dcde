import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Client, Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

let post: number;
const test = fileTest.extend('carl', () => world.person('carl', { organization: 'Carl & Co', taxCode: '0301234567' }));

test.beforeEach(async ({ anna }) => {
  await world.sql('delete from public.posts');
  await world.sql('delete from public.quotes');
  await world.sql('delete from private.rate_limit_uses');
  ({ id: post } = await world.createPost(anna, { title: 'Steel' }));
  await world.sql('delete from public.notifications');
});

const ask = (person: Person, question = 'Which grade?', client_id?: string, post_id = post) =>
  person.client.rpc('ask_question', { post_id, question, client_id });
const answer = (person: Person, question_id: number, text = 'S235') =>
  person.client.rpc('answer_question', { question_id, answer: text });
const asked = async (person: Person, question?: string) => value(ask(person, question));
const read = async (client: Client) =>
  (await value(client.from('post_questions').select('question, answer').order('id'))).map((row) => row.question);
const suspended = (person: Person, until: string | null) =>
  world.sql(
    `update public.accounts set suspended_until = now() + $2::interval, suspension_reason = case when $2 is not null then 'x' end where profile_id = $1`,
    [person.id, until],
  );
async function fieldOf(
  query: PromiseLike<{ status: number; error: { message: string; details?: string | null } | null }>,
) {
  const { status, error } = await query;
  return [status, error?.message, error?.details ? Object(JSON.parse(error.details)).path : undefined];
}

describe('[A623] a question', () => {
  test('a question is visible to asker, owner and admins until it is answered, then to all who see the post', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    const id = await asked(bob, ' Which grade? ');
    for (const [client, sees] of [
      [bob.client, true],
      [anna.client, true],
      [adam.client, true],
      [carl.client, false],
      [world.guest, false],
    ] as const)
      expect(await read(client)).toEqual(sees ? ['Which grade?'] : []);
    expect(await answer(anna, id, ' S235 ')).toAnswer(204);
    for (const client of [bob.client, anna.client, adam.client, carl.client, world.guest]) {
      expect(
        await value(
          client
            .from('post_questions')
            .select('question, answer, asker:profiles!post_questions_asker_id_fkey(username)'),
        ),
      ).toEqual([{ question: 'Which grade?', answer: 'S235', asker: { username: 'bob' } }]);
    }
    await anna.client.rpc('hide_post', { post_id: post });
    for (const client of [bob.client, carl.client, world.guest]) expect(await read(client)).toEqual([]);
    for (const client of [anna.client, adam.client]) expect(await read(client)).toHaveLength(1);
  });

  test('a question notifies the owner, its answer the asker and the suppliers who quoted, once', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    await value(sendQuote(carl.client, post));
    await world.sql('delete from public.notifications');
    const id = await asked(bob);
    expect(await notificationsOf(anna)).toEqual([
      { message: 'bob asks about "Steel"', data: { type: 'question_asked', postId: post }, read_at: null },
    ]);
    await answer(anna, id);
    for (const text of ['S235', 'S355']) expect(await answer(anna, id, text)).toAnswer(204);
    const data = { type: 'question_answered', path: `/post/post-${post}` };
    expect(await notificationsOf(bob)).toEqual([
      { message: 'Your question about "Steel" was answered', data: { ...data, questionId: id }, read_at: null },
    ]);
    expect(await notificationsOf(carl)).toEqual([
      { message: 'A question about "Steel" was answered', data, read_at: null },
    ]);
    expect(await notificationsOf(adam)).toEqual([]);
    expect(await notificationsOf(anna)).toHaveLength(1);
    // Nobody who has not read of one answer hears of the next.
    await answer(anna, await asked(bob, 'Which length?'));
    expect(await notificationsOf(carl)).toHaveLength(1);
    expect(await notificationsOf(bob)).toHaveLength(2);
  });

  test('an answer to another question does not replace the unread answer to the own one', async ({
    anna,
    bob,
    carl,
  }) => {
    await value(sendQuote(bob.client, post));
    await answer(anna, await asked(bob));
    for (const question of ['Which length?', 'Which width?']) await answer(anna, await asked(carl, question));
    expect((await notificationsOf(bob)).slice(-2).map(({ message, read_at }) => [message, read_at])).toEqual([
      ['Your question about "Steel" was answered', null],
      ['A question about "Steel" was answered', null],
    ]);
  });

  test.for<[string, string, string]>([
    ['empty', ' \n ', 'Question is required'],
    ['of 2 characters', ' ab ', 'At least 3 characters'],
    ['of 501 characters', 'x'.repeat(501), 'Question too long'],
  ])('a question that is %s is refused at the field', async ([, text, message], { bob }) => {
    expect(await fieldOf(ask(bob, text))).toEqual([400, message, 'question']);
    expect(await read(bob.client)).toEqual([]);
  });

  test('a question of 500 characters and an answer of 1,000 are accepted', async ({ anna, bob }) => {
    const id = await asked(bob, 'x'.repeat(500));
    expect(await fieldOf(answer(anna, id, ' '))).toEqual([400, 'Answer is required', 'answer']);
    expect(await fieldOf(answer(anna, id, 'x'.repeat(1_001)))).toEqual([400, 'Answer too long', 'answer']);
    expect(await answer(anna, id, 'x'.repeat(1_000))).toAnswer(204);
  });

  test('a question or an answer with a blocked word is refused at its field', async ({ anna, bob }) => {
    await world.sql(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'whisky', 'block', array['post_description'])`,
    );
    const id = await asked(bob);
    expect(await fieldOf(ask(bob, 'Whisky?'))).toEqual([400, expect.stringContaining('not allowed'), 'question']);
    expect(await fieldOf(answer(anna, id, 'No whisky'))).toEqual([
      400,
      expect.stringContaining('not allowed'),
      'answer',
    ]);
    expect(await read(bob.client)).toEqual(['Which grade?']);
    await world.sql(`delete from public.content_rules where pattern = 'whisky'`);
  });

  test('a sixth open question of one person on one request is refused', async ({ anna, bob, carl }) => {
    const first = await asked(bob);
    for (let n = 2; n <= 5; n += 1) await asked(bob);
    expect(await fieldOf(ask(bob))).toEqual([400, expect.stringContaining('five open questions'), 'question']);
    expect(await outcome(ask(carl))).toEqual([200]);
    const other = await world.createPost(anna);
    expect(await outcome(ask(bob, 'And this?', undefined, other.id))).toEqual([200]);
    await answer(anna, first);
    expect(await outcome(ask(bob))).toEqual([200]);
    expect(await ask(bob)).toAnswer(400);
    // Nobody can answer one that is hidden.
    await world.sql(
      `update public.post_questions set hidden_at = now(), hidden_reason = 'x'
       where id = (select max(id) from public.post_questions where asker_id = $1 and answer is null)`,
      [bob.id],
    );
    expect(await outcome(ask(bob))).toEqual([200]);
    expect(await ask(bob)).toAnswer(400);
  });

  test('a twenty-first question within a day is refused', async ({ anna, bob }) => {
    for (let n = 0; n < 20; n += 1) {
      const id = await asked(bob);
      await answer(anna, id);
    }
    expect(await ask(bob)).toAnswer(429);
    await world.sql(
      `update private.rate_limit_uses set window_started_at = now() - interval '1 day' where action = 'question'`,
    );
    expect(await outcome(ask(bob))).toEqual([200]);
  });

  test('a repeated question is asked once, also at the same moment', async ({ bob }) => {
    const id = randomUUID();
    const ids = await Promise.all(Array.from({ length: 5 }, () => value(ask(bob, 'Once?', id))));
    expect(new Set(ids).size).toBe(1);
    expect(await read(bob.client)).toEqual(['Once?']);
  });

  test('a question is refused from guests and suspended users, on own, hidden, closed and missing posts', async ({
    anna,
    bob,
    adam,
  }) => {
    expect(await ask({ ...bob, client: world.guest })).toAnswer(401);
    expect(await outcome(ask(anna))).toEqual([403, 'You cannot ask about your own post']);
    expect(await outcome(ask(bob, 'x', undefined, 999_999))).toEqual([404, 'Post not found']);
    await suspended(bob, '1 day');
    expect(await ask(bob)).toAnswer(403);
    await suspended(bob, null);
    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    expect(await outcome(ask(bob))).toEqual([409, 'This request is closed']);
    await anna.client.rpc('reopen_post', { post_id: post });
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 second' where id = $1`, [post]);
    expect(await outcome(ask(bob))).toEqual([409, 'This request is closed']);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await outcome(ask(bob))).toEqual([404, 'Post not found']);
    expect(await outcome(ask(adam))).toEqual([409, 'This request is closed']);
    expect(await world.sql('select 1 from public.post_questions')).toEqual([]);
  });

  test('only the owner of the post answers a question; others do not learn whether it exists', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    const id = await asked(bob);
    expect(await answer({ ...anna, client: world.guest }, id)).toAnswer(401);
    expect(await outcome(answer(carl, id))).toEqual([404, 'Question not found']);
    expect(await outcome(answer(carl, 999_999))).toEqual([404, 'Question not found']);
    for (const person of [bob, adam])
      expect(await outcome(answer(person, id))).toEqual([403, 'Only the owner of the request can answer']);
    await suspended(anna, '1 day');
    expect(await answer(anna, id)).toAnswer(403);
    await suspended(anna, null);
    await answer(anna, id);
    expect(await outcome(answer(carl, id))).toEqual([403, 'Only the owner of the request can answer']);
    await world.sql(`update public.post_questions set answered_at = now() - interval '15 minutes'`);
    expect(await outcome(answer(anna, id, 'Other'))).toEqual([409, 'This question has been answered']);
    expect(await outcome(answer(anna, id))).toEqual([204]);
  });

  test('admins hide a question for a reason that asker and owner read', async ({ anna, bob, carl, adam }) => {
    const id = await asked(bob);
    await answer(anna, id);
    const hide = (person: Person, reason = 'Insult') => person.client.rpc('hide_question', { question_id: id, reason });
    expect(await hide({ ...anna, client: world.guest })).toAnswer(401);
    for (const person of [anna, bob, carl]) expect(await hide(person)).toAnswer(403);
    expect(await fieldOf(hide(adam, ' '))).toEqual([400, 'Reason is required', 'reason']);
    expect(await fieldOf(hide(adam, 'x'.repeat(501)))).toEqual([400, 'Reason too long', 'reason']);
    for (let times = 0; times < 2; times += 1) expect(await hide(adam)).toAnswer(204);
    for (const client of [carl.client, world.guest]) expect(await read(client)).toEqual([]);
    for (const person of [anna, bob, adam]) {
      expect(await value(person.client.from('post_questions').select('hidden_reason'))).toEqual([
        { hidden_reason: 'Insult' },
      ]);
    }
    expect(await outcome(answer(anna, id, 'Again'))).toEqual([409, 'This question was hidden by an administrator']);
    expect(await bob.client.rpc('unhide_question', { question_id: id })).toAnswer(403);
    expect(await adam.client.rpc('unhide_question', { question_id: id })).toAnswer(204);
    expect(await read(world.guest)).toHaveLength(1);
    expect(
      (await world.sql<{ action: string }>('select action from public.audit_log order by id')).map(
        ({ action }) => action,
      ),
    ).toEqual(['hide_question', 'unhide_question']);
  });

  test('no admin hides or unhides their own question, or one about their own post', async ({ adam, mona, bob }) => {
    const own = await world.createPost(adam);
    const about = (person: Person, post_id: number) =>
      value(person.client.rpc('ask_question', { post_id, question: 'Which?', client_id: randomUUID() }));
    for (const question_id of [await asked(adam), await about(bob, own.id)]) {
      const refused = [403, 'Another admin decides about what is yours'];
      expect(await outcome(adam.client.rpc('hide_question', { question_id, reason: 'x' }))).toEqual(refused);
      expect(await outcome(mona.client.rpc('hide_question', { question_id, reason: 'x' }))).toEqual([204]);
      expect(await outcome(adam.client.rpc('unhide_question', { question_id }))).toEqual(refused);
    }
  });

  test('questions cannot be written past the functions', async ({ anna, bob }) => {
    const id = await asked(bob);
    for (const person of [anna, bob]) {
      const table = person.client.from('post_questions');
      expect(await table.insert({ post_id: post, asker_id: person.id, question: 'x' })).toAnswer(403);
      expect(await table.update({ answer: 'x', answered_at: new Date().toISOString() }).eq('id', id)).toAnswer(403);
      expect(await table.delete().eq('id', id)).toAnswer(403);
    }
  });

  test('an unanswered question is deleted with the account of its author', async ({ anna, carl, mona }) => {
    const dora = await world.person('dora');
    await answer(anna, await asked(dora, 'Answered?'));
    await asked(dora, 'Open?');
    await asked(carl, 'Of carl?');
    expect(await mona.client.rpc('delete_user', { user_id: dora.id, username: 'dora' })).toAnswer(200);
    expect(await read(anna.client)).toEqual(['Answered?', 'Of carl?']);
  });

  test('suppliers who withdrew or were deleted are not notified of answers and changes', async ({
    anna,
    bob,
    carl,
    mona,
  }) => {
    const gina = await world.person('gina');
    const quotes: number[] = [];
    for (const { client } of [bob, carl, gina])
      for (const { quote_id } of await value(sendQuote(client, post))) quotes.push(quote_id);
    const [ofBob = 0, , ofGina = 0] = quotes;
    await value(bob.client.rpc('withdraw_quote', { quote_id: ofBob }));
    await value(anna.client.rpc('decline_quote', { quote_id: ofGina }));
    expect(await mona.client.rpc('delete_user', { user_id: gina.id, username: 'gina' })).toAnswer(200);
    await world.sql('delete from public.notifications');
    await world.sql('delete from private.mail_outbox');
    await answer(anna, await asked(carl, 'Which length?'));
    await anna.client.from('posts').update({ title: 'Steel tubes' }).eq('id', post);
    expect(await anna.client.rpc('reopen_quote', { quote_id: ofGina })).toAnswer(409);
    expect(
      await world.sql(
        `select p.username, n.data ->> 'type' as type from public.notifications n join public.profiles p on p.id = n.user_id
         where n.user_id <> $1 order by n.id`,
        [anna.id],
      ),
    ).toEqual([
      { username: 'carl', type: 'question_answered' },
      { username: 'carl', type: 'post_changed' },
    ]);
    expect(await world.sql('select template, recipient from private.mail_outbox order by id')).toEqual([
      { template: 'question_asked', recipient: anna.email },
      { template: 'question_answered', recipient: carl.email },
      { template: 'request_changed', recipient: carl.email },
    ]);
  });
});

describe('[A624] what changed of a request', () => {
  const change = (person: Person, row: object) => person.client.from('posts').update(row).eq('id', post).select('id');
  const changes = (client: Client) => value(client.from('post_changes').select('before, after').order('id'));

  test('changes are kept once there are quotes, for the owner and the suppliers who quoted', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    await change(anna, { title: 'Steel pipes' });
    await value(sendQuote(bob.client, post));
    await world.sql('delete from public.notifications');
    const far = new Date(Date.now() + 9 * 86_400_000).toISOString();
    await change(anna, { title: 'Steel tubes', quantity: 5, unit: 'tons', quote_deadline: far, category: 'food' });
    const kept = [
      {
        before: { title: 'Steel pipes', quantity: null, unit: null, quote_deadline: null },
        after: { title: 'Steel tubes', quantity: 5, unit: 'tons', quote_deadline: expect.any(String) },
      },
    ];
    for (const person of [anna, bob]) expect(await changes(person.client)).toEqual(kept);
    for (const person of [carl, adam]) expect(await changes(person.client)).toEqual([]);
    expect(await world.guest.from('post_changes').select('id')).toAnswer(401);
    expect(await notificationsOf(bob)).toEqual([
      {
        message: 'The request "Steel tubes" changed',
        data: { type: 'post_changed', path: `/post/post-${post}` },
        read_at: null,
      },
    ]);
    expect(await notificationsOf(anna)).toEqual([]);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await changes(bob.client)).toEqual([]);
    expect(await changes(anna.client)).toEqual(kept);
  });

  test('saving the same again, or details that suppliers do not rely on, is no change', async ({ anna, bob }) => {
    await value(sendQuote(bob.client, post));
    await world.sql('delete from public.notifications');
    await change(anna, { title: 'Steel', category: 'food', images: ['https://example.com/a.png'] });
    expect(await changes(anna.client)).toEqual([]);
    expect(await notificationsOf(bob)).toEqual([]);
  });

  test('changes within 15 minutes are one, unless somebody quotes in between', async ({ anna, bob, carl }) => {
    await value(sendQuote(bob.client, post));
    await change(anna, { title: 'A' });
    await change(anna, { title: 'B', port: 'Hai Phong' });
    expect(await changes(bob.client)).toEqual([
      { before: { title: 'Steel', port: null }, after: { title: 'B', port: 'Hai Phong' } },
    ]);
    await change(anna, { title: 'Steel', port: null });
    expect(await changes(bob.client)).toEqual([]);
    await change(anna, { title: 'C' });
    await value(sendQuote(carl.client, post));
    await change(anna, { title: 'D' });
    await world.sql(`update public.post_changes set created_at = created_at - interval '15 minutes'`);
    await change(anna, { title: 'E' });
    const told = (title: string, next: string) => ({ before: { title }, after: { title: next } });
    expect(await changes(bob.client)).toEqual([told('Steel', 'C'), told('C', 'D'), told('D', 'E')]);
    // The newest replaces those that were not read.
    expect((await notificationsOf(bob)).filter(({ data }) => Object(data).type === 'post_changed')).toHaveLength(1);
    await bob.client.rpc('mark_all_notifications_read');
    await change(anna, { title: 'F' });
    expect((await notificationsOf(bob)).filter(({ data }) => Object(data).type === 'post_changed')).toHaveLength(2);
  });

  test('the changes of a request cannot be written by anybody', async ({ anna, bob }) => {
    await value(sendQuote(bob.client, post));
    for (const person of [anna, bob]) {
      const table = person.client.from('post_changes');
      expect(await table.insert({ post_id: post, before: {}, after: {} })).toAnswer(403);
      expect(await table.delete().eq('post_id', post)).toAnswer(403);
    }
  });
});

describe('[A620] documents of a request', () => {
  const put = async (person: Person, ending = 'pdf', bucket = 'post-documents') => {
    const path = `${person.authId}/${randomUUID()}.${ending}`;
    const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    expect((await person.client.storage.from(bucket).upload(path, file)).error).toBeNull();
    return path;
  };
  const set = (person: Person, documents: { path: string; name: string }[], post_id = post) =>
    person.client.rpc('set_post_documents', { post_id, documents });
  const names = async (client: Client) =>
    (await value(client.from('post_attachments').select('name').order('id'))).map(({ name }) => name);
  const opens = async (client: Client, path: string) =>
    (await client.rpc('may_read_file', { bucket: 'post-documents', path })).data === true;

  test('documents are set by the owner and visible only to signed-in people who see the post', async ({
    anna,
    bob,
    adam,
  }) => {
    const path = await put(anna);
    expect(await opens(bob.client, path)).toBe(false);
    expect(await set({ ...anna, client: world.guest }, [{ path, name: 'a.pdf' }])).toAnswer(401);
    for (const person of [bob, adam]) expect(await set(person, [{ path, name: 'a.pdf' }])).toAnswer(403);
    for (let times = 0; times < 2; times += 1) expect(await set(anna, [{ path, name: 'Drawing.exe' }])).toAnswer(204);
    for (const person of [anna, bob, adam]) {
      expect(await names(person.client)).toEqual(['Drawing.exe.pdf']);
      expect(await opens(person.client, path), person.username).toBe(true);
    }
    expect(await world.guest.from('post_attachments').select('id')).toAnswer(401);
    expect(await opens(world.guest, path)).toBe(false);
    expect((await anna.client.storage.from('post-documents').remove([path])).data).toEqual([]);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await names(bob.client)).toEqual([]);
    expect(await opens(bob.client, path)).toBe(false);
    for (const person of [anna, adam]) expect(await opens(person.client, path)).toBe(true);
  });

  test('a document that stays can be called otherwise, which is a change', async ({ anna, bob }) => {
    const path = await put(anna);
    await value(sendQuote(bob.client, post));
    for (const name of ['a.pdf', 'b.pdf', 'b.pdf']) expect(await set(anna, [{ path, name }])).toAnswer(204);
    expect(await names(anna.client)).toEqual(['b.pdf']);
    const [last] = (await value(anna.client.from('post_changes').select('after').order('id'))).slice(-1);
    expect(last?.after).toEqual({ documents: [{ path, name: 'b.pdf' }] });
  });

  test('documents are own files of the bucket that no other post names, five at most', async ({ anna, bob }) => {
    const mine = await put(anna);
    const document = (path: string) => ({ path, name: 'a.pdf' });
    const other = await world.createPost(anna);
    await set(anna, [document(mine)], other.id);
    for (const path of [
      mine,
      await put(bob),
      await put(anna, 'pdf', 'quote-documents'),
      `${anna.authId}/${randomUUID()}.pdf`,
      '../../etc/passwd',
    ])
      expect(await set(anna, [document(path)]), path).toAnswer(400);
    const twice = await put(anna);
    expect(await set(anna, [document(twice), document(twice)])).toAnswer(400);
    expect(
      await set(
        anna,
        Array.from({ length: 6 }, () => document(twice)),
      ),
    ).toAnswer(400);
    for (const documents of [null, {}, 'x', [1], [null]]) {
      expect((await anna.client.rpc('set_post_documents', { post_id: post, documents })).status).toBe(400);
    }
    expect(await world.sql('select 1 from public.post_attachments where post_id = $1', [post])).toEqual([]);
  });

  test('documents are replaced as a whole, and suppliers who quoted are notified', async ({ anna, bob }) => {
    const [first, second] = [await put(anna), await put(anna)];
    await set(anna, [{ path: first, name: 'a.pdf' }]);
    await value(sendQuote(bob.client, post));
    await world.sql('delete from public.notifications');
    await set(anna, [
      { path: first, name: 'c.pdf' },
      { path: second, name: 'b.pdf' },
    ]);
    expect(await names(bob.client)).toEqual(['c.pdf', 'b.pdf']);
    await set(anna, [{ path: second, name: 'b.pdf' }]);
    expect(await value(bob.client.from('post_changes').select('before, after'))).toEqual([
      {
        before: { documents: [{ path: first, name: 'a.pdf' }] },
        after: { documents: [{ path: second, name: 'b.pdf' }] },
      },
    ]);
    expect(await notificationsOf(bob)).toMatchObject([{ message: 'The request "Steel" changed' }]);
    expect(await opens(bob.client, first)).toBe(false);
  });

  describe('another file of the same name', () => {
    const NAME = 'drawing.pdf';
    const fact = (...paths: string[]) => ({ documents: paths.map((path) => ({ path, name: NAME })) });
    const changes = (client: Client) => value(client.from('post_changes').select('before, after').order('id'));
    const told = async (person: Person) => {
      const all = await notificationsOf(person);
      return all.map(({ message }) => message);
    };
    /** What carl, who only watches, is told by the job. */
    const news = async (carl: Person) => {
      await world.sql(`select public.housekeep('watches', 500)`);
      return told(carl);
    };

    const DOORS: Record<string, (anna: Person, first: string, second: string) => PromiseLike<string[]>> = {
      set_post_documents: async (anna, _first, second) => {
        expect(await set(anna, [{ path: second, name: NAME }])).toAnswer(204);
        return [second];
      },
      finish_inspection: async (_anna, first) => {
        const refused = [{ bucket_id: 'post-documents', name: first }];
        await world.sql(`select private.finish_inspection('{}', $1)`, [JSON.stringify(refused)]);
        return [];
      },
    };

    test('documents are changed by these functions only, of which each is tried below', async () => {
      const writers = await world.sql<{ proname: string }>(
        `select proname::text from pg_proc
         where prosrc ~* '(insert into|update|delete from) public\\.post_attachments' order by 1`,
      );
      expect(writers.map(({ proname }) => proname)).toEqual(Object.keys(DOORS).sort());
    });

    test.for(Object.keys(DOORS))(
      'a change of files by %s is kept, and told to suppliers and watchers',
      async (door, { anna, bob, carl }) => {
        const [first, second] = [await put(anna), await put(anna)];
        await set(anna, [{ path: first, name: NAME }]);
        await value(sendQuote(bob.client, post));
        expect(await carl.client.rpc('set_watch', { post_id: post, is_on: true })).toAnswer(204);
        await news(carl);
        await world.sql('delete from public.notifications');
        const after = (await DOORS[door]?.(anna, first, second)) ?? [];
        for (const { client } of [anna, bob])
          expect(await changes(client)).toEqual([{ before: fact(first), after: fact(...after) }]);
        expect(await told(bob)).toEqual(['The request "Steel" changed']);
        expect(await news(carl)).toEqual(['The request "Steel" changed']);
      },
    );

    test('a file that comes back within 15 minutes, in whatever order, is no change', async ({ anna, bob }) => {
      const [first, second, third] = [await put(anna), await put(anna), await put(anna)];
      const list = (...paths: string[]) => paths.map((path) => ({ path, name: NAME }));
      await set(anna, list(first, second));
      await value(sendQuote(bob.client, post));
      await set(anna, list(second, third));
      expect(await changes(bob.client)).toHaveLength(1);
      await set(anna, list(second, first));
      expect(await changes(bob.client)).toEqual([]);
    });
  });

  test('documents are PDF and Office files of at most 3 MB by name and type', async ({ anna, bob }) => {
    const storage = anna.client.storage.from('post-documents');
    const upload = async (path: string, type = 'application/pdf', size = 8) =>
      (await storage.upload(path, new Blob([new Uint8Array(size)], { type }))).error === null;
    const name = (ending: string) => `${anna.authId}/${randomUUID()}.${ending}`;
    expect(await upload(name('pdf'), 'application/pdf', 3 * 1024 * 1024)).toBe(true);
    expect(await upload(name('pdf'), 'application/pdf', 3 * 1024 * 1024 + 1)).toBe(false);
    expect(await upload(name('exe'))).toBe(false);
    expect(await upload(name('pdf'), 'text/html')).toBe(false);
    expect(await upload(`${bob.authId}/${randomUUID()}.pdf`)).toBe(false);
  });
});
