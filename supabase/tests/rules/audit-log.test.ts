import { beforeAll, describe, expect, test } from 'vitest';
import { world } from '../support/embedded/database.ts';
import type { Person } from '../support/world.ts';
import { outcome, value } from './support.ts';

/* The audit log (B15): read by admins, added to by the database, changed by nobody. */
let bob: Person;
let adam: Person;
let mona: Person;

beforeAll(async () => {
  await world.reset();
  bob = await world.person('bob');
  adam = await world.person('adam');
  mona = await world.person('mona');
  await world.sql(
    `insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
    values ($1, 'adam', 'hide_post', 'post', '7', null, '{"reason": "x"}'), ($1, 'adam', 'suspend_user', 'user', '8', null, null),
      ($1, 'adam', 'hide_post', 'post', '9', null, null)`,
    [adam.id],
  );
});

describe('the audit log', () => {
  test('is read by both kinds of admin and by nobody else [A65]', async () => {
    for (const admin of [adam, mona]) expect(await value(admin.client.from('audit_log').select('id'))).toHaveLength(3);
    expect(await value(bob.client.from('audit_log').select('id'))).toEqual([]);
    expect((await world.guest.from('audit_log').select('id')).status).toBe(401);
    expect((await world.service.from('audit_log').select('id')).error?.message).toContain('permission denied');
  });

  test('takes nothing from clients, admins included [A65]', async () => {
    for (const { client } of [bob, adam, mona, { client: world.service }]) {
      const log = client.from('audit_log');
      expect((await log.update({ action: 'nothing' } as never).gt('id', 0)).status).toBe(403);
      expect((await log.delete().gt('id', 0)).status).toBe(403);
      expect((await log.insert({ action: 'nothing', entity: 'user' } as never)).status).toBe(403);
    }
    expect(await world.sql('select distinct action from public.audit_log order by 1')).toEqual([
      { action: 'hide_post' },
      { action: 'suspend_user' },
    ]);
  });

  test.each([
    'update public.audit_log set action = action',
    'delete from public.audit_log',
    'truncate public.audit_log',
  ])('cannot be changed even with the rights of its owner: %s', async (statement) => {
    await expect(world.sql(statement)).rejects.toThrow('The audit log cannot be changed');
    expect(await world.sql('select id from public.audit_log')).toHaveLength(3);
  });

  test('tells admins which actions it holds, each once [A65]', async () => {
    expect(await value(adam.client.rpc('audit_actions'))).toEqual(['hide_post', 'suspend_user']);
    expect(await outcome(bob.client.rpc('audit_actions'))).toEqual([403, 'You are not allowed to do this']);
    expect((await world.guest.rpc('audit_actions')).status).toBe(401);
  });
});

describe('an admin who is none any more', () => {
  test('reads nothing from that moment, though his token still lives', async () => {
    const former = await world.person('former', { role: 'admin' });
    expect(await value(former.client.from('audit_log').select('id'))).toHaveLength(3);
    await world.sql(`update public.accounts set role = 'user' where profile_id = $1`, [former.id]);
    expect(await value(former.client.from('audit_log').select('id'))).toEqual([]);
    expect(await outcome(former.client.rpc('audit_actions'))).toEqual([403, 'You are not allowed to do this']);
  });
});
