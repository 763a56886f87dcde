/**
 * `npm run bench -- deadlocks`: many people call every function of the API at once on a real Postgres, with ids of a few posts,
 * quotes and people. The functions come from the catalog. It prints each deadlock with the two who waited for each other: a
 * place where rows are locked in another order than in docs/decisions.md.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { TERMS_VERSION } from '../supabase/functions/_shared/domain/terms.ts';
import { randomOf, type Random } from '../supabase/demo/data/random.ts';
import { withServer } from './bench.ts';
import type { DeadlockOptions } from './options.ts';

const ROLES = ['user', 'user', 'user', 'user', 'user', 'user', 'admin', 'admin', 'main_admin', 'main_admin'];
const PERSON = 'Person';

/** Functions that change everything for everybody, or that need more than a value of the right type. */
const LEFT_OUT =
  /^(?:appoint_main_admin|begin_|consume_rate_limit|finish_i|note_device|record_|report_|save_(?:app|content|email|mail)|set_notification_kind|use_)/;
/** The share of these calls that is made: without people, posts and rights, nothing would meet. */
const RARE: Readonly<Record<string, number>> = {
  change_user_role: 0.05,
  delete_hidden_posts: 0.2,
  delete_user: 0.01,
  mark_spam: 0.15,
  suspend_user: 0.1,
};

/** Ids that arguments take by their names. */
const POOLS: Readonly<Record<string, string>> = {
  batch_id: 'public.moderation_batches',
  feedback_id: 'public.feedback',
  message_id: 'public.messages',
  notification_id: 'public.notifications',
  post_id: 'public.posts',
  question_id: 'public.post_questions',
  quote_id: 'public.quotes',
  review_id: 'public.reviews',
  id: 'private.saved_searches',
};
type Pools = ReadonlyMap<string, readonly number[]>;

const FACTS = { description: 'x', price_text: '1', quantity_text: '1', delivery_time: 'x' };
const callSchema = z.object({
  name: z.string(),
  role: z.enum(['authenticated', 'service_role']),
  args: z.array(z.object({ name: z.string(), type: z.string() })),
});
type Call = z.infer<typeof callSchema>;
const CALLS = `
  select p.proname as name, case when has_function_privilege('authenticated', p.oid, 'execute') then 'authenticated' else 'service_role' end as role,
    coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', t::regtype::text) order by n)
      from unnest(p.proargtypes) with ordinality as a (t, n)), '[]') as args
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
    and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('service_role', p.oid, 'execute'))`;

/** Writes of the page that call no function. */
const WRITES: readonly ((random: Random, pools: Pools) => [string, unknown[]])[] = [
  (random) => [
    `insert into public.posts (title, description, category, country, delivery_address, quote_deadline)
     values ($1, 'x', 'food', 'vn', 'x', now() + interval '2 days')`,
    [`Steel ${random.whole(1, 99)}`],
  ],
  (random, pools) => [
    'update public.posts set description = $1 where id = $2',
    [randomUUID(), random.pick(pools.get('post_id') ?? [1])],
  ],
  (random, pools) => [
    'delete from public.posts where id = $1 and random() < 0.15',
    [random.pick(pools.get('post_id') ?? [1])],
  ],
  (random) => ['update public.profiles set company_name = $1', [`Company ${random.whole(1, 999)}`]],
  () => [`update public.accounts set phone_number = '+84912345678'`, []],
];

function valueOf(name: string, type: string, random: Random, pools: Pools): unknown {
  const users = ROLES.flatMap((role, place) => (role === 'user' ? [place + 1] : []));
  const ids = /user_ids?$/.test(name) ? users : pools.get(name.replace(/ids$/, 'id'));
  if (ids && type === 'bigint[]') return random.shuffle(ids).slice(0, 4);
  if (ids && type === 'bigint') return random.pick(ids);
  switch (name) {
    case 'quote':
      return JSON.stringify({ ...FACTS, post_id: random.pick(pools.get('post_id') ?? [1]) });
    case 'username':
      return `${PERSON}${random.pick(users)}`;
    case 'expected':
    case 'expected_version':
      return null;
    case 'job':
      return random.pick(['broadcasts', 'masks', 'names', 'notifications', 'saved-searches', 'watchers']);
    case 'locale':
      return 'en';
    case 'pace':
      return random.pick(['now', 'daily', 'weekly', 'off']);
    case 'reason':
      return random.pick(['Spam', 'no_need', 'other']);
    case 'sort':
      return 'newest';
    case 'status':
      return random.pick(['new', 'in_progress', 'resolved']);
    case 'time_zone':
      return 'UTC';
    default:
  }
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'uuid') return randomUUID();
  if (type === 'jsonb') return '[]';
  if (type.endsWith('[]')) return [];
  if (type.startsWith('timestamp')) return new Date(Date.now() + random.whole(1, 48) * 3_600_000).toISOString();
  return /int|numeric/.test(type) ? random.whole(1, 5) : `Text ${random.whole(1, 999)}`;
}

/** Lets them act, and prints the deadlocks. */
export async function benchDeadlocks({ seconds, seed }: DeadlockOptions): Promise<void> {
  await withServer({}, async (createDatabase) => {
    const url = await createDatabase();
    const clients: pg.Client[] = [];
    const connect = async () => {
      const client = new pg.Client({ connectionString: url });
      clients.push(client);
      await client.connect();
      return client;
    };
    const owner = await connect();
    const random = randomOf(String(seed));
    const end = Date.now() + seconds * 1000;
    const current = new Map<number, string>();
    const counts = { done: 0, refused: 0 };
    const deadlocks: string[] = [];
    const pools = new Map<string, number[]>();
    let calls: Call[];

    const act = async (role: Call['role'], authId: string | null) => {
      const client = await connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pg_backend_pid() as pid, set_config('request.jwt.claims', $1, false), set_config('statement_timeout', '20s', false)`,
        [JSON.stringify({ role, ...(authId && { sub: authId }) })],
      );
      await client.query(`set role ${role}`);
      const pid = rows[0]?.pid ?? 0;
      const own = calls.filter((call) => call.role === role);
      while (Date.now() < end) {
        const call = random.pick(own);
        if (!random.chance(RARE[call.name] ?? 1)) continue;
        const [text, values] =
          authId && random.chance(0.3)
            ? random.pick(WRITES)(random, pools)
            : [
                `select public.${call.name}(${call.args.map(({ name, type }, n) => `${name} => $${n + 1}::${type}`).join(', ')})`,
                call.args.map(({ name, type }) => valueOf(name, type, random, pools)),
              ];
        current.set(pid, `${text.replaceAll(/\s+/g, ' ')} ${JSON.stringify(values)}`);
        try {
          await client.query(text, values);
          counts.done += 1;
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) throw error;
          counts.refused += 1;
          if (error.code !== '40P01') continue;
          const waiting = [...(error.detail ?? '').matchAll(/Process (\d+) waits/g)];
          deadlocks.push(
            `${waiting.map(([, id]) => current.get(Number(id))).join('\n  against ')}\n  ${error.where ?? ''}`,
          );
        }
      }
    };
    /** Finds new ids, and gives everybody back what would end the acts. */
    const refresh = async () => {
      for (const [name, table] of Object.entries(POOLS)) {
        const { rows } = await owner.query<{ id: string }>(`select id from ${table} order by id desc limit 8`);
        pools.set(name, rows.length > 0 ? rows.map(({ id }) => Number(id)) : [1]);
      }
      await owner.query('delete from private.quote_waits');
      const { rows } = await owner.query<{ id: string }>(
        'select profile_id as id from public.accounts where suspended_until is not null',
      );
      for (const { id } of rows)
        await owner.query(
          'update public.accounts set suspended_until = null, suspension_reason = null, suspended_at = null where profile_id = $1',
          [id],
        );
    };

    try {
      await owner.query(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
      calls = z.array(callSchema).parse((await owner.query(CALLS)).rows);
      calls = calls.filter(({ name }) => !LEFT_OUT.test(name));
      const people = ROLES.map(() => randomUUID());
      for (const [place, authId] of people.entries()) {
        const username = `${PERSON}${place + 1}`;
        await owner.query(
          'insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)',
          [authId, `${username}@example.com`, { username, country: 'vn', termsVersion: TERMS_VERSION }],
        );
        await owner.query('update public.accounts set role = $1 where email ilike $2', [
          ROLES[place],
          `${username}@example.com`,
        ]);
      }
      // Digests are what many write to at once.
      await owner.query(`select private.prefer(p.id, t.template, null, (array['daily', 'weekly', 'now'])[1 + (p.id + length(t.template)) % 3])
        from public.profiles p cross join private.mail_templates t where t.is_optional`);
      await refresh();
      const acts = [
        ...people.map((authId) => act('authenticated', authId)),
        ...people.slice(0, 2).map((authId) => act('authenticated', authId)),
        act('service_role', null),
        act('service_role', null),
      ];
      while (Date.now() < end) await refresh();
      await Promise.all(acts);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
    console.log(
      [...deadlocks, '', `${counts.done} acts done, ${counts.refused} refused, ${deadlocks.length} deadlocks`].join(
        '\n',
      ),
    );
    if (deadlocks.length > 0) process.exitCode = 1;
  });
}
