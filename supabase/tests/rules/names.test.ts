/** Names and texts that deceive the eye: blanks, look-alikes, reserved names, at every door. */
import { describe, expect } from 'vitest';
import { isBlank } from '../../functions/_shared/domain/input.ts';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { ApiClient, POST, signedIn } from '../api/api-client.ts';
import { outcome, sendQuote, QUOTE, value } from './support.ts';

const BLANKS = ['\u200b', '\u2060\u2060', '\u3164', '\u2800 \u2800', '\u00a0', '\u00ad', '\ufeff\u200d'];

/** Registers through Auth itself, past the page and `/api`; answers the status. */
async function register(username: string): Promise<number> {
  const answer = await fetch(`${world.supabaseUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'Secret123!',
      data: { username, termsVersion: TERMS_VERSION },
    }),
  });
  await answer.body?.cancel();
  return answer.status;
}

describe('a username', () => {
  test.for(['mona\u3164', 'mo\u034fna', '\u200b\u200b\u200b', '\u3164\u3164\u3164'])(
    'a username with invisible characters is refused: %j',
    async (name) => {
      expect(await register(name)).toBeGreaterThanOrEqual(400);
    },
  );

  test.for(['x\u2028y', 'x\u2029y', 'x\u0085y', '\u0301\u0302\u0303', 'e\u0301\u00ady', '\u0591\u064b\u20dd'])(
    'a username that its constraint refuses, or that is accents alone, is refused at Auth and /api: %j',
    async (username) => {
      expect(await register(username)).toBe(400);
      const password = 'Secret123!';
      const body = { username, email: `${crypto.randomUUID()}@example.com`, password, confirmPassword: password };
      expect(await new ApiClient().post('/api/register', body)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'username' }] },
      });
    },
  );

  test('each character that the constraint of a username refuses is refused before, in words', async () => {
    const [constraint] = await world.sql<{ text: string }>(
      `select pg_get_expr(conbin, conrelid) as text from pg_constraint where conname = 'profiles_username_is_clean'`,
    );
    const refused = (what: string) =>
      world.sql<{ code: number }>(
        `select code from (select n as code, 'a' || chr(n) || 'b' as username from generate_series(1, 65535) n where n not between 55296 and 57343) as names
         where ${what}`,
      );
    const expected = await refused(`not (${constraint?.text ?? ''})`);
    expect(expected.length).toBeGreaterThan(60);
    const passed = await refused(
      `not (${constraint?.text ?? ''}) and private.refusal_of_new_user(jsonb_build_object('user', jsonb_build_object(
         'app_metadata', '{"provider": "email"}'::jsonb,
         'user_metadata', jsonb_build_object('username', username, 'termsVersion', '${TERMS_VERSION}')))) #>> '{error,http_code}' is distinct from '400'`,
    );
    expect(passed).toEqual([]);
  });

  test.for([
    ['mona', 'm\u043ena'],
    ['mona', 'MONA'],
    ['pete', 'p\u0435t\u0435'],
    ['caf\u00e9s', 'cafe\u0301s'],
    ['kontakt', '\u043a\u043ent\u0430kt'],
    ['file', '\ufb01le'],
    ['mona', 'm\u0585na'],
    ['mona', 'm\u1d0fna'],
    ['mark', 'm\u0251rk'],
    ['ann lee', 'ann\u00a0lee'],
    ['ann lee', 'ann  lee'],
    ['lee', '\u00a0lee'],
    ['mona', 'm ona'],
    ['mona', 'mo.n_a-'],
    ['mona', 'm\u03c3na'],
    ['mona', 'm\u1ecdna'],
    ['adam', '\u13aadam'],
    ['adam', '\uab7adam'],
    ['mona', 'm0na'],
    ['steel', 'steeI'],
    ['linda', '1inda'],
    ['hanse', 'ha\u043fse'],
    ['ann lee', 'ann\u00b7lee'],
  ] as const)('a username that looks like another one is taken: %j and %j', async ([first, second]) => {
    const name = `${first}${Math.random().toString(36).slice(2, 8)}`;
    expect(await register(name)).toBe(200);
    expect(await register(name.replace(first, second))).toBeGreaterThanOrEqual(400);
  });

  test.for([
    'admin',
    'Support',
    'system',
    'User #12',
    'user#3',
    'Mod-erator',
    'deleted-7',
    'R\u043e\u043et',
    'Ádmin',
    '\u0251dmin',
    'admin\u00a0',
    'Marketplace Support',
    'MarketplaceSupport',
    'Admin Team',
    'Acme Support',
    'billing',
    'The Team',
    '\u13aadmin',
    'Admin1',
    'Support24',
    'supp0rt',
    'Quản trị viên',
    'Hỗ trợ 24',
    'Admln',
    'AdrninDesk',
    'Adm|n Desk',
    'Offlclal',
    '5upport',
    'rnoderator',
    'Heip Desk',
  ])('a username that passes for the marketplace is reserved: %j', async (name) => {
    expect(await register(name)).toBeGreaterThanOrEqual(400);
  });

  test.for([
    'Steel Team',
    'Dot Systems',
    'Supportive',
    'Admiral',
    'Team Steel 4',
    'Supporter1',
    '\u4e0a\u6d77',
    '---',
    'Tim Helper',
    'Billiard',
  ])('a username that only resembles such a name is free: %j', async (name) => {
    expect(await world.sql('select private.is_username_taken($1) as taken', [name])).toEqual([{ taken: false }]);
  });

  test('people who come from a sign-in provider by a reserved name get a free one', async () => {
    for (const wish of ['Admin Team', 'deleted'])
      expect(await world.sql('select private.free_username($1) as name', [wish])).toEqual([{ name: 'user' }]);
  });

  test('people who come by a name whose first numbers are taken get a number far away', async () => {
    for (const name of ['linden', 'linden-2', 'linden-3', 'linden-4']) await world.person(name);
    const [free] = await world.sql<{ name: string }>(`select private.free_username('linden') as name`);
    expect(free?.name).toMatch(/^linden-\d{4,}$/);
  });

  test('one of two look-alike names is registered at the same moment', async () => {
    const end = Math.random().toString(36).slice(2, 8);
    const answers = await Promise.all([register(`mona${end}`), register(`m\u043ena${end}`)]);
    expect(answers.toSorted()[0]).toBe(200);
    expect(answers.toSorted()[1]).toBeGreaterThanOrEqual(400);
  });
});

describe('a text of one line', () => {
  // As it is written, and as it is kept.
  const texts = ['Acme\r\n\u202emoc.live', '\u2066Steel\u2069 \u202dexe.gpj\u202c'] as const;
  const kept = ['Acme moc.live', 'Steel exe.gpj'] as const;

  test('signs that turn its direction and control characters leave a text of one line at every door', async ({
    anna,
    bob,
  }) => {
    const [company, title] = texts;
    const post = { title, description: `x\n${title}`, category: 'food', country: 'vn', delivery_address: company };
    const { id, ...stored } = await value(
      anna.client.from('posts').insert(post).select('id, title, description, delivery_address').single(),
    );
    expect(stored).toEqual({ title: kept[1], description: `x\n${kept[1]}`, delivery_address: kept[0] });
    expect(await outcome(anna.client.from('posts').update({ area: company }).eq('id', id))).toEqual([204]);
    const rename = anna.client.from('profiles').update({ company_name: company }).eq('id', anna.id);
    expect(await outcome(rename)).toEqual([204]);
    await value(sendQuote(bob.client, id, { ...QUOTE, payment_method: title }));
    const registered = await world.person(`turned-${Math.random().toString(36).slice(2, 8)}`, { companyName: company });
    expect(
      await world.sql(
        `select area as text from public.posts where id = $1 union all select payment_method from public.quotes where post_id = $1
         union all select company_name from public.profiles where id = any ($2)`,
        [id, [anna.id, registered.id]],
      ),
    ).toEqual([kept[0], kept[1], kept[0], kept[0]].map((text) => ({ text })));
    const asAnna = await signedIn(anna);
    const answer = await asAnna.post('/api/posts', { ...POST, title });
    expect(answer).toMatchObject({ status: 201, body: { title: kept[1] } });
    expect(await asAnna.put('/api/user', { companyName: title })).toMatchObject({
      status: 200,
      body: { companyName: kept[1] },
    });
  });

  test('signs that turn its direction leave a text of many lines before the rules read it', async ({ anna, bob }) => {
    const { id } = await world.createPost(anna);
    await world.sql(`insert into public.content_rules (kind, pattern, action, fields) values ('phrase', 'turned words', 'mask',
      array['message', 'review', 'profile', 'post_description', 'quote'])`);
    const [sent, read] = ['\u202eturned\u202c \u2067words\u2069\n\u202eon two lines', '****** *****\non two lines'];
    const [quote] = await value(sendQuote(bob.client, id, { ...QUOTE, description: sent }));
    await value(bob.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: sent }));
    await value(anna.client.rpc('submit_review', { reviewed_user_id: bob.id, rating: 5, comment: sent }));
    await value(bob.client.rpc('ask_question', { post_id: id, question: sent }));
    expect(await outcome(anna.client.from('profiles').update({ bio: sent }).eq('id', anna.id))).toEqual([204]);
    expect(await outcome(anna.client.from('posts').update({ description: sent }).eq('id', id))).toEqual([204]);
    expect(
      await world.sql(
        `select distinct text from (
           select description as text from public.quotes where post_id = $1 union all select description from public.posts where id = $1
           union all select m.content from public.messages m join public.quotes q on q.id = m.quote_id where q.post_id = $1
           union all select comment from public.reviews where reviewer_id = $2 union all select question from public.post_questions where post_id = $1
           union all select bio from public.profiles where id = $2) as t`,
        [id, anna.id],
      ),
    ).toEqual([{ text: read }]);
    await world.sql(`delete from public.content_rules where pattern = 'turned words'`);
  });

  test('a text of such signs only is blank, a username with them refused, and marks stay', async ({ anna }) => {
    const post = { description: 'x', category: 'food', country: 'vn', delivery_address: 'x' };
    expect((await outcome(anna.client.from('posts').insert({ ...post, title: '\u202e' })))[0]).toBe(400);
    expect(await (await signedIn(anna)).post('/api/posts', { ...POST, title: '\u202e\u2069' })).toMatchObject({
      status: 400,
      body: { message: 'Title is required' },
    });
    for (const sign of ['\u202e', '\u2066', '\t', '@']) expect(await register(`mona${sign}x`)).toBe(400);
    const name = '\u200fשלום\u200e Ltd';
    const rename = anna.client.from('profiles').update({ company_name: name }).eq('id', anna.id);
    expect(await outcome(rename)).toEqual([204]);
    expect(await value(anna.client.from('profiles').select('company_name').eq('id', anna.id).single())).toEqual({
      company_name: name,
    });
  });
});

describe('a text that shows nothing', () => {
  test('a text that shows nothing is blank for the database and for the forms alike', async () => {
    for (const text of [...BLANKS, 'a', '\u200ba', '.', '\u200b']) {
      const [row] = await world.sql<{ blank: boolean }>('select private.is_blank($1) as blank', [text]);
      expect(row?.blank, JSON.stringify(text)).toBe(isBlank(text));
    }
  });

  test.for(BLANKS)('%j is no title, company, message, question, review or reason', async (blank, { anna, bob }) => {
    const { id } = await world.createPost(anna);
    const refused = async (answer: ReturnType<typeof outcome>) => expect((await answer)[0]).toBeGreaterThanOrEqual(400);
    const post = { description: 'x', category: 'food', country: 'vn', delivery_address: 'x' };
    await refused(outcome(anna.client.from('posts').insert({ ...post, title: blank })));
    await refused(outcome(anna.client.from('posts').insert({ ...post, title: 'x', description: blank })));
    await refused(outcome(anna.client.from('profiles').update({ company_name: blank }).eq('id', anna.id)));
    await refused(outcome(bob.client.rpc('ask_question', { post_id: id, question: blank.repeat(3) })));
    await refused(outcome(bob.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 5, comment: blank })));
    await refused(outcome(sendQuote(bob.client, id, { ...QUOTE, price_text: blank })));
  });
});

test('an optional text of one line that shows nothing is stored as none, at every table', async ({ anna }) => {
  const { id } = await world.createPost(anna, { port: '\u0001', area: '\u202e\u0007' });
  expect(await world.sql('select port, area from public.posts where id = $1', [id])).toEqual([
    { port: null, area: null },
  ]);
  expect(await anna.client.from('posts').update({ title: '\u0001' }).eq('id', id)).toAnswer(400);
  const profile = Object.fromEntries(
    [
      'first_name',
      'last_name',
      'phone_number',
      'country',
      'address',
      'company_name',
      'organization',
      'tax_code',
      'bio',
    ].map((name) => [name, name === 'phone_number' || name === 'bio' ? '' : '\u0001']),
  );
  expect(await anna.client.rpc('update_profile', { profile })).toAnswer(204);
  expect(
    await world.sql(
      `select a.first_name, a.address, a.organization, a.tax_code, p.country, p.company_name
       from public.accounts a join public.profiles p on p.id = a.profile_id where p.id = $1`,
      [anna.id],
    ),
  ).toEqual([
    { first_name: null, address: null, organization: null, tax_code: null, country: null, company_name: null },
  ]);
});
