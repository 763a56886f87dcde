import { describe, expect } from 'vitest';
import { fileTest as test } from '../support/embedded/test.ts';
import { outcome, value } from './support.ts';

/* The audit log: read by admins, added to by the database, changed by nobody. */

test.beforeAll(async ({ world }) => {
  const adam = await world.person('adam');
  await world.sql(
    `insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
    values ($1, 'adam', 'hide_post', 'post', '7', null, '{"reason": "x"}'), ($1, 'adam', 'suspend_user', 'user', '8', null, null),
      ($1, 'adam', 'hide_post', 'post', '9', null, null)`,
    [adam.id],
  );
});

describe('the audit log', () => {
  test('both kinds of admin, and nobody else, read the audit log [A65]', async ({ world, bob, adam, mona }) => {
    for (const admin of [adam, mona]) expect(await value(admin.client.from('audit_log').select('id'))).toHaveLength(3);
    expect(await value(bob.client.from('audit_log').select('id'))).toEqual([]);
    expect(await world.guest.from('audit_log').select('id')).toAnswer(401);
    expect((await world.service.from('audit_log').select('id')).error?.message).toContain('permission denied');
  });

  test('no client writes to the audit log, not even an admin [A65]', async ({ world, bob, adam, mona }) => {
    for (const { client } of [bob, adam, mona, { client: world.service }]) {
      const log = client.from('audit_log');
      expect(await log.update({ action: 'nothing' } as never)).toAnswer(403);
      expect(await log.delete()).toAnswer(403);
      expect(await log.insert({ action: 'nothing', entity: 'user' } as never)).toAnswer(403);
    }
    expect(await world.sql('select distinct action from public.audit_log order by 1')).toEqual([
      { action: 'hide_post' },
      { action: 'suspend_user' },
    ]);
  });

  test.for([
    'update public.audit_log set action = action',
    'delete from public.audit_log',
    'truncate public.audit_log',
  ])('the audit log cannot be changed even with the rights of its owner: %s', async (statement, { world }) => {
    await expect(world.sql(statement)).rejects.toThrow('The audit log cannot be changed');
    expect(await world.sql('select id from public.audit_log')).toHaveLength(3);
  });

  test('only admins list the actions in the audit log, each once [A65]', async ({ world, bob, adam }) => {
    expect(await value(adam.client.rpc('audit_actions'))).toEqual(['hide_post', 'suspend_user']);
    expect(await outcome(bob.client.rpc('audit_actions'))).toEqual([403, 'You are not allowed to do this']);
    expect(await world.guest.rpc('audit_actions')).toAnswer(401);
  });
});

describe('an admin who is none any more', () => {
  test('a former admin loses the audit log at once, though the token still lives', async ({ world }) => {
    const former = await world.person('former', { role: 'admin' });
    expect(await value(former.client.from('audit_log').select('id'))).toHaveLength(3);
    await world.sql(`update public.accounts set role = 'user' where profile_id = $1`, [former.id]);
    expect(await value(former.client.from('audit_log').select('id'))).toEqual([]);
    expect(await outcome(former.client.rpc('audit_actions'))).toEqual([403, 'You are not allowed to do this']);
  });
});
