import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, value } from './support.ts';

const FIELDS = {
  email: 'guest@example.com',
  category: 'bug',
  subject: 'Broken map',
  message: 'The map does not open.',
  images: [],
  page_path: '/news',
  user_agent: 'Test',
};
const record = (
  fields: Partial<typeof FIELDS & { client_id: string }> = {},
  by: { auth_id?: string; is_spam?: boolean } = {},
) =>
  value(world.service.rpc('record_feedback', { feedback: { ...FIELDS, client_id: randomUUID(), ...fields }, ...by }));
const stored = () =>
  world.sql<{ status: string; assignee_id: number | null }>(
    'select status, assignee_id::int from public.feedback order by id',
  );
const actions = async () =>
  (await world.sql<{ action: string }>('select action from public.audit_log order by id')).map(({ action }) => action);
const mails = () => world.sql(`select user_id::int, recipient, template, data from private.mail_outbox order by id`);

describe('feedback', () => {
  test('only edge functions store feedback, with the address of the account or the one that a guest gives', async ({
    anna,
    adam,
  }) => {
    for (const client of [world.guest, anna.client, adam.client]) {
      expect([401, 403]).toContain(
        (await client.rpc('record_feedback', { feedback: { ...FIELDS, client_id: randomUUID() } })).status,
      );
    }
    await record();
    await record({}, { auth_id: anna.authId });
    expect(await world.sql('select user_id::int, email, status from public.feedback order by id')).toEqual([
      { user_id: null, email: 'guest@example.com', status: 'new' },
      { user_id: anna.id, email: 'anna@example.com', status: 'new' },
    ]);
    expect(
      await outcome(
        world.service.rpc('record_feedback', {
          feedback: { ...FIELDS, client_id: randomUUID() },
          auth_id: randomUUID(),
        }),
      ),
    ).toEqual([401, 'Authentication required']);
  });

  test('feedback is never stored in the name of a deleted account', async () => {
    const [mona, gone] = [await world.person('mona'), await world.person('gone')];
    expect(await record({}, { auth_id: gone.authId })).toBeGreaterThan(0);
    expect((await mona.client.rpc('delete_user', { user_id: gone.id, username: 'gone' })).error).toBeNull();
    expect(
      await outcome(
        world.service.rpc('record_feedback', {
          feedback: { ...FIELDS, client_id: randomUUID() },
          auth_id: gone.authId,
        }),
      ),
    ).toEqual([401, 'Authentication required']);
    expect(await stored()).toHaveLength(1);
  });

  test('feedback is stored once per client id, and refused if it is too long or of an unknown kind', async () => {
    const client_id = randomUUID();
    expect(await record({ client_id })).toBe(await record({ client_id }));
    await expect(record({ client_id, subject: 'Another' })).rejects.toThrow(
      'An earlier version of this is stored already',
    );
    for (const wrong of [
      { subject: 'ab' },
      { subject: 'x'.repeat(101) },
      { message: 'too short' },
      { message: 'x'.repeat(2001) },
      { category: 'praise' },
    ])
      expect(
        await world.service.rpc('record_feedback', { feedback: { ...FIELDS, ...wrong, client_id: randomUUID() } }),
      ).toAnswer(400);
    await record({}, { is_spam: true });
    expect((await stored()).map(({ status }) => status)).toEqual(['new', 'spam']);
  });

  test('only admins manage feedback', async ({ anna, adam }) => {
    const feedback_id = await record();
    const calls = (person: Person) => [
      person.client.rpc('set_feedback_status', { feedback_id, status: 'spam' }),
      person.client.rpc('assign_feedback', { feedback_id, to_me: true }),
      person.client.rpc('add_feedback_note', { feedback_id, body: 'x', client_id: randomUUID() }),
      person.client.rpc('reply_to_feedback', { feedback_id, body: 'x', client_id: randomUUID() }),
      person.client.rpc('delete_feedback', { feedback_id }),
    ];
    for (const call of calls(anna)) expect(await outcome(call)).toEqual([403, 'You are not allowed to do this']);
    expect(await world.guest.rpc('delete_feedback', { feedback_id })).toAnswer(401);
    expect([await value(anna.client.from('feedback').select('id')), await actions()]).toEqual([[], []]);
    expect(await stored()).toEqual([{ status: 'new', assignee_id: null }]);
    for (const call of [
      adam.client.rpc('set_feedback_status', { feedback_id: 999_999, status: 'spam' }),
      adam.client.rpc('delete_feedback', { feedback_id: 999_999 }),
    ])
      expect(await outcome(call)).toEqual([404, 'Feedback not found']);
  });

  test('admins change status and assignee of feedback, and the log has only real changes [A589]', async ({ adam }) => {
    const feedback_id = await record();
    for (const status of ['in_progress', 'in_progress', 'resolved']) {
      expect(await outcome(adam.client.rpc('set_feedback_status', { feedback_id, status }))).toEqual([204]);
    }
    expect(await adam.client.rpc('set_feedback_status', { feedback_id, status: 'lost' })).toAnswer(400);
    for (const to_me of [true, true]) await adam.client.rpc('assign_feedback', { feedback_id, to_me });
    expect(await stored()).toEqual([{ status: 'resolved', assignee_id: adam.id }]);
    await adam.client.rpc('assign_feedback', { feedback_id, to_me: false });
    expect(await stored()).toEqual([{ status: 'resolved', assignee_id: null }]);
    expect(await actions()).toEqual([
      'set_feedback_status',
      'set_feedback_status',
      'assign_feedback',
      'assign_feedback',
    ]);
  });

  test('a user gets the answer to their feedback by notification and mail, once per client id', async ({
    anna,
    adam,
  }) => {
    const feedback_id = await record({}, { auth_id: anna.authId });
    const client_id = randomUUID();
    for (let n = 0; n < 2; n += 1) {
      expect(
        await outcome(adam.client.rpc('reply_to_feedback', { feedback_id, body: ' Fixed now. ', client_id })),
      ).toEqual([204]);
    }
    expect(await notificationsOf(anna)).toEqual([
      {
        message: 'We answered your feedback "Broken map": Fixed now.',
        data: { type: 'feedback', feedbackId: feedback_id },
        read_at: null,
      },
    ]);
    expect(await mails()).toEqual([
      {
        user_id: anna.id,
        recipient: 'anna@example.com',
        template: 'feedback_answered',
        data: {
          reference: `FB-${String(feedback_id).padStart(6, '0')}`,
          subject: 'Broken map',
          message: 'The map does not open.',
          reply: 'Fixed now.',
        },
      },
    ]);
    expect([(await stored())[0]?.status, await actions()]).toEqual(['in_progress', ['reply_to_feedback']]);
  });

  test('a reply that its user would read nowhere is refused and not stored', async ({ adam }) => {
    const dora = await world.person('dora');
    const feedback_id = await record({}, { auth_id: dora.authId });
    const reply = async () =>
      (
        await outcome(adam.client.rpc('reply_to_feedback', { feedback_id, body: 'Fixed.', client_id: randomUUID() }))
      )[0];
    const switched = async (mail: boolean, page: boolean) => {
      await world.sql(`update private.mail_templates set is_enabled = $1 where template = 'feedback_answered'`, [mail]);
      await world.sql(`update private.notification_kinds set is_enabled = $1 where kind = 'feedback_answered'`, [page]);
    };
    await switched(false, false);
    expect(await reply()).toBe(409);
    await switched(true, false);
    expect(await reply()).toBe(204);
    await switched(false, true);
    expect(await reply()).toBe(204);
    await switched(true, true);
    await world.sql('update public.accounts set deleted_at = now() where profile_id = $1', [dora.id]);
    expect(await reply()).toBe(409);
    expect(await actions()).toEqual(['reply_to_feedback', 'reply_to_feedback']);
  });

  test('a guest gets the answer to their feedback by mail only', async ({ adam }) => {
    const feedback_id = await record();
    await adam.client.rpc('reply_to_feedback', { feedback_id, body: 'Fixed now.', client_id: randomUUID() });
    expect(await mails()).toMatchObject([
      {
        user_id: null,
        recipient: 'guest@example.com',
        template: 'feedback_answered',
        data: { username: 'there', reply: 'Fixed now.' },
      },
    ]);
  });

  test('notes on feedback are visible to admins only and are deleted with it', async ({ anna, adam }) => {
    const feedback_id = await record();
    const client_id = randomUUID();
    for (let n = 0; n < 2; n += 1)
      await adam.client.rpc('add_feedback_note', { feedback_id, body: 'Look at this', client_id });
    expect(await adam.client.rpc('add_feedback_note', { feedback_id, body: '  ', client_id: randomUUID() })).toAnswer(
      400,
    );
    expect(await value(adam.client.from('feedback_entries').select('kind, body, author_id'))).toEqual([
      { kind: 'note', body: 'Look at this', author_id: adam.id },
    ]);
    expect(await value(anna.client.from('feedback_entries').select('id'))).toEqual([]);
    expect(await outcome(adam.client.rpc('delete_feedback', { feedback_id }))).toEqual([204]);
    expect([await stored(), await world.sql('select 1 from public.feedback_entries')]).toEqual([[], []]);
    expect(await actions()).toEqual(['add_feedback_note', 'delete_feedback']);
  });
});
