import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient } from '../api/api-client.ts';
import { judged, outcome, QUOTE, sendQuote, value } from './support.ts';

/* The content filter: what its rules do to what people write, and who may change them. */

const REFUSED = 'Your text contains content that is not allowed';
const ALL = ['post_title', 'post_description', 'post_place', 'quote', 'message', 'review', 'profile', 'feedback'];
const FORBIDDEN = [403, 'You are not allowed to do this'];

let firstRules: string;

const test = fileTest
  .extend(
    'rule',
    ({ adam }) =>
      (kind: string, pattern: string, action: string, fields: readonly string[] = ALL, isCaseSensitive = false) =>
        value(
          judged(() =>
            adam.client.rpc('save_content_rule', {
              rule: { kind, pattern, action, fields: [...fields], is_case_sensitive: isCaseSensitive },
            }),
          ),
        ),
  )
  .extend(
    'post',
    ({ anna }) =>
      (title: string, description = 'x') =>
        anna.client
          .from('posts')
          .insert({ title, description, category: 'food', country: 'vn', delivery_address: 'x' })
          .select('id, title, description')
          .single(),
  )
  /** What a rule that flags this pattern, and nothing else, finds in a text. */
  .extend('found', ({ adam, rule }) => async (pattern: string, text: string, kind = 'word') => {
    await noRules();
    await rule(kind, pattern, 'flag');
    const { hits: at } = z
      .object({ hits: z.array(z.object({ start: z.number(), length: z.number() })) })
      .parse(await value(adam.client.rpc('test_content', { context: 'quote', content: text })));
    const letters = [...text];
    return at.map(({ start, length }) => letters.slice(start - 1, start - 1 + length).join(''));
  });

test.beforeAll(async () => {
  const [found] = await world.sql<{ rules: string }>('select json_agg(r)::text as rules from public.content_rules r');
  firstRules = found?.rules ?? '[]';
});

// The people stay: registering them takes longer than a test.
test.beforeEach(async () => {
  for (const table of ['messages', 'quotes', 'posts', 'reviews', 'content_hits', 'content_rules'])
    await world.sql(`delete from public.${table}`);
  await world.sql('delete from private.quote_waits');
  await world.sql(
    `insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled)
     select kind, pattern, action, fields, is_case_sensitive, is_enabled from json_populate_recordset(null::public.content_rules, $1::json)`,
    [firstRules],
  );
});

/** People who only write: of each author, a rule is judged on ten texts, of private ones on five. */
let authors: Promise<number[]> | undefined;
const writers = () =>
  (authors ??= world
    .sql<{ id: number }>(
      `with added as (
         insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         select gen_random_uuid(), 'writer' || n || '@example.com', now(), jsonb_build_object('username', 'writer' || n, 'firstName', 'W',
           'lastName', 'Example', 'country', 'vn', 'termsVersion', $1::text)
         from generate_series(1, 140) n returning id)
       select count(*)::int as id from added`,
      [TERMS_VERSION],
    )
    .then(() =>
      world.sql<{ id: number }>(`select id::int from public.profiles where username ~ '^writer\\d+$' order by id`),
    )
    .then((rows) => rows.map(({ id }) => id)));

/** Posts with this description, of many authors or of the given ones; %s stands for their number. */
const fill = async (count: number, text: string, by?: number[]) =>
  world.sql(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     select ($1::bigint[])[1 + n % cardinality($1::bigint[])], 'x', replace($2::text, '%s', n::text), 'food', 'vn', 'x' from generate_series(1, $3::int) n`,
    [by ?? (await writers()), text, count],
  );

/** What `/api` answers to a registration with these fields beside the needed ones. */
async function registerByApi(fields: Readonly<Record<string, string>>) {
  const password = 'Secret123!';
  const email = `${randomUUID()}@example.com`;
  return new ApiClient().post('/api/register', { email, password, confirmPassword: password, ...fields });
}

const noRules = () => world.sql('delete from public.content_rules');

const hits = () =>
  world.sql<{
    rule_name: string;
    action: string;
    context: string;
    entity: string;
    is_of_row: boolean;
    excerpt: string | null;
    username: string | null;
  }>(`
    select h.rule_name, h.action, h.context, h.entity, h.entity_id is not null as is_of_row, h.excerpt, p.username
    from public.content_hits h left join public.profiles p on p.id = h.user_id order by h.excerpt, h.id`);

const detail = z.object({ path: z.string(), paths: z.array(z.string()), refusal: z.string() });
const detailOf = (answer: { error: { details: string } | null }) =>
  detail.parse(JSON.parse(answer.error?.details ?? ''));

describe('a rule that blocks', () => {
  test('a blocking rule refuses a post with the fields that it found, and nothing is stored', async ({
    rule,
    post,
  }) => {
    await rule('word', 'scam', 'block');
    const answer = await post('A SCÄM', 'No ѕсаm, no s\u200bcam');
    expect([answer.status, answer.error?.message]).toEqual([400, REFUSED]);
    expect(detailOf(answer).paths).toEqual(['title', 'description']);
    expect(await world.sql('select id from public.posts')).toEqual([]);
    expect(await hits()).toEqual([]);
    expect((await post('Scamp is another word')).error).toBeNull();
  });

  test('a blocking rule refuses an edit only if a text changes, so old posts stay editable', async ({
    anna,
    post,
    rule,
  }) => {
    const { id } = await value(post('A scam', 'x'));
    await rule('word', 'scam', 'block');
    const edit = (fields: { description?: string; title?: string }) =>
      outcome(anna.client.from('posts').update(fields).eq('id', id));
    expect(await edit({ description: 'New description' })).toEqual([204]);
    expect(await edit({ title: 'Another scam' })).toEqual([400, REFUSED]);
  });

  test('a blocking rule refuses quotes, reviews and profiles and names the field of the form', async ({
    anna,
    bob,
    rule,
    post,
  }) => {
    await noRules();
    await rule('built_in', 'phone', 'block');
    const { id } = await value(post('Steel'));
    const paths = async (
      answer: PromiseLike<{ status: number; error: { message: string; details: string } | null }>,
    ) => {
      const { status, error } = await answer;
      expect([status, error?.message]).toEqual([400, REFUSED]);
      return detailOf({ error }).paths;
    };
    expect(
      await paths(
        sendQuote(bob.client, id, { ...QUOTE, payment_method: 'call 0912 345 678', delivery_from: '+84 912 345 678' }),
      ),
    ).toEqual(['paymentMethod', 'deliveryFrom']);
    expect(
      await paths(
        anna.client.rpc('submit_review', { reviewed_user_id: bob.id, rating: 5, comment: 'Good. Tel. 0912345678' }),
      ),
    ).toEqual(['comment']);
    expect(
      await paths(anna.client.from('profiles').update({ company_name: 'Steel 0912345678' }).eq('id', anna.id)),
    ).toEqual(['companyName']);
    expect(await world.sql('select 1 from public.quotes union all select 1 from public.reviews')).toEqual([]);
    expect(await outcome(sendQuote(bob.client, id))).toEqual([200]);
  });

  test('a blocking rule refuses messages, also when they are edited', async ({ bob, post, rule }) => {
    const { id } = await value(post('Steel'));
    const [quote] = await value(sendQuote(bob.client, id));
    const message = await value(bob.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: 'A scam' }));
    await rule('word', 'scam', 'block');
    expect(
      await outcome(bob.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: 'A scam' })),
    ).toEqual([400, REFUSED]);
    expect(await outcome(bob.client.rpc('edit_message', { message_id: message, content: 'No, a scam' }))).toEqual([
      400,
      REFUSED,
    ]);
    expect(await outcome(bob.client.rpc('edit_message', { message_id: message, content: 'Hello' }))).toEqual([204]);
  });

  test('the names of files are read by the rules for the text beside them', async ({ anna, bob, post, rule }) => {
    const { id: post_id } = await value(post('Steel'));
    const [quote] = await value(sendQuote(bob.client, post_id));
    const quote_id = quote?.quote_id ?? 0;
    await rule('word', 'scam', 'block', ['post_description', 'quote', 'message']);
    const fileOf = async ({ client, authId }: Person, bucket: string, name: string) => {
      const path = `${authId}/${randomUUID()}.pdf`;
      expect(
        (await client.storage.from(bucket).upload(path, new Blob(['%PDF-1.7'], { type: 'application/pdf' }))).error,
      ).toBeNull();
      return [{ path, name }];
    };
    for (const [name, status] of [
      ['My scam.pdf', 400],
      ['My scan.pdf', 200],
    ] as const) {
      const documents = await fileOf(anna, 'post-documents', name);
      expect(await anna.client.rpc('set_post_documents', { post_id, documents })).toAnswer(status === 200 ? 204 : 400);
      const quote = { ...QUOTE, attachments: await fileOf(bob, 'quote-documents', name) };
      expect(await bob.client.rpc('revise_quote', { quote_id, quote, expected_version: 1 })).toAnswer(status);
      const attachments = await fileOf(bob, 'message-files', name);
      expect(await bob.client.rpc('send_message', { quote_id, content: 'Hello', attachments })).toAnswer(status);
    }
    // What scanners and telephones call a file is no telephone number.
    await world.sql(`update public.content_rules set action = 'block' where pattern = 'phone'`);
    const attachments = await fileOf(bob, 'message-files', 'CamScanner 09-01-2024 10.15.pdf');
    expect(await bob.client.rpc('send_message', { quote_id, content: 'Hello', attachments })).toAnswer(200);
    expect(await hits()).toEqual([]);
  });

  test('a blocking rule refuses a registration by Auth and by /api, for a text that everybody sees', async ({
    rule,
  }) => {
    await rule('word', 'scam', 'block');
    await rule('word', 'zorkmid', 'mask');
    const marked = (word: string) => `${word}-${randomUUID().slice(0, 8)}`;
    const texts: Record<string, string>[] = [
      { username: marked('the-scam') },
      // Nobody could sign in with the name that they chose.
      { username: marked('zorkmid') },
      { companyName: 'Scam Ltd' },
      { bio: 'No \u202escam' },
    ];
    for (const text of texts) {
      const data = { username: marked('carl'), ...text };
      const { error } = await world.guest.auth.signUp({
        email: `${randomUUID()}@example.com`,
        password: 'Secret123!',
        options: { data: { ...data, termsVersion: TERMS_VERSION } },
      });
      expect([error?.status, error?.message], JSON.stringify(data)).toEqual([400, REFUSED]);
      expect(await registerByApi(data), JSON.stringify(data)).toMatchObject({
        status: 400,
        body: { message: REFUSED, code: 'content_not_allowed' },
      });
    }
    expect(await world.sql(`select 1 from public.profiles where username ~ 'scam' or company_name ~ 'Scam'`)).toEqual(
      [],
    );
    expect(await world.sql(`select private.free_username('The Scam') as name`)).toEqual([{ name: 'user' }]);
  });

  test('a registration is refused for what a rule finds in the texts as they are stored', async ({ rule }) => {
    await rule('regex', 'bad words', 'block', ['profile']);
    await rule('word', 'casino', 'block', ['profile']);
    const cut = (max: number) => `${'x '.repeat(Math.floor((max - 'casino'.length) / 2))}casinoxyz`;
    // `/api` itself refuses a text that is too long.
    const texts: [fields: Record<string, string>, isShort: boolean][] = [
      [{ companyName: 'bad\twords' }, true],
      [{ companyName: '\u202ebad\r\n\u2066words' }, true],
      [{ country: 'bad\u0007words' }, true],
      [{ companyName: cut(100) }, false],
      [{ country: cut(60) }, false],
      [{ bio: cut(500) }, false],
    ];
    for (const [fields, isShort] of texts) {
      const data = { username: `carl-${randomUUID().slice(0, 8)}`, ...fields };
      const { error } = await world.guest.auth.signUp({
        email: `${randomUUID()}@example.com`,
        password: 'Secret123!',
        options: { data: { ...data, termsVersion: TERMS_VERSION } },
      });
      expect([error?.status, error?.message], JSON.stringify(data)).toEqual([400, REFUSED]);
      const answer = await registerByApi(data);
      expect(answer.status, JSON.stringify(data)).toBe(400);
      if (isShort) expect(answer.body, JSON.stringify(data)).toMatchObject({ code: 'content_not_allowed' });
    }
  });

  test('what a registration stores is what was read of it, whatever its texts consist of', async ({ rule }) => {
    await noRules();
    await rule('word', 'scam', 'block', ['profile']);
    const sent = {
      username: `cafe\u0301-${randomUUID().slice(0, 8)}`,
      companyName: `${'\u200b'.repeat(100)}scam`,
      country: ' \u0001\u0002 ',
      bio: `${'x'.repeat(499)} scam`,
    };
    const email = `${randomUUID()}@example.com`;
    const answer = await fetch(`${world.supabaseUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'Secret123!', data: { ...sent, termsVersion: TERMS_VERSION } }),
    });
    expect(answer).toAnswer(200);
    expect(
      await world.sql(
        `select username, company_name, country, bio from public.profiles p join public.accounts a on a.profile_id = p.id where email = $1`,
        [email],
      ),
    ).toEqual([{ username: sent.username.normalize('NFC'), company_name: null, country: null, bio: 'x'.repeat(499) }]);
  });

  test('an image on another site is read as the link that it is, in posts and quotes', async ({
    anna,
    bob,
    post,
    rule,
  }) => {
    const { id } = await value(post('Steel'));
    const images = ['https://example.com/call-bob.jpg'];
    expect(await outcome(anna.client.from('posts').update({ images }).eq('id', id))).toEqual([204]);
    for (const action of ['block', 'mask']) {
      await noRules();
      await rule('built_in', 'url', action, ['post_description', 'quote']);
      const others = [...images, 'https://example.com/other.jpg'];
      const refused = await anna.client.from('posts').update({ images: others }).eq('id', id);
      expect([refused.status, detailOf(refused).paths]).toEqual([400, ['images']]);
      expect(await outcome(sendQuote(bob.client, id, { ...QUOTE, images }))).toEqual([400, REFUSED]);
      // What was there before the rule stays, and can be taken away.
      expect(await outcome(anna.client.from('posts').update({ images, title: 'Iron' }).eq('id', id))).toEqual([204]);
    }
    expect(await outcome(anna.client.from('posts').update({ images: [] }).eq('id', id))).toEqual([204]);
    await noRules();
    await rule('built_in', 'url', 'flag', ['quote']);
    await value(sendQuote(bob.client, id, { ...QUOTE, images }));
    expect(await hits()).toMatchObject([
      { action: 'flag', context: 'quote', excerpt: 'https://example.com/call-bob.jpg' },
    ]);
  });
});

describe('a refusal', () => {
  test('a refusal is counted once when it is reported, and only for the person who was refused', async ({
    anna,
    bob,
    adam,
    rule,
    post,
  }) => {
    const id = await rule('word', 'scam', 'block');
    const { refusal } = detailOf(await post('A scam'));
    const report = (person: Person, text = refusal) =>
      outcome(person.client.rpc('report_refused_content', { refusal: text }));
    expect(await report(bob)).toEqual([400, 'Invalid input']);
    expect(await report(anna, `${refusal}0`)).toEqual([400, 'Invalid input']);
    expect(await report(anna, 'x.y')).toEqual([400, 'Invalid input']);
    expect(await report(anna)).toEqual([204]);
    expect(await report(anna)).toEqual([204]);
    expect(await outcome(world.guest.rpc('report_refused_content', { refusal }))).toEqual([400, 'Invalid input']);
    expect(await hits()).toEqual([
      {
        rule_name: 'word: scam',
        action: 'block',
        context: 'post_title',
        entity: 'post',
        is_of_row: false,
        excerpt: null,
        username: 'anna',
      },
    ]);
    const [listed] = await value(adam.client.rpc('list_content_rules', { search: 'scam' }));
    expect(listed).toMatchObject({ id, hits: 1, total: 1 });
  });
});

describe('rules that mask and flag', () => {
  test('a masking rule masks what it finds, letter by letter, and notes it', async ({ rule, post }) => {
    await noRules();
    await rule('built_in', 'email', 'mask', ['post_description']);
    const stored = await value(post('Mail me at a@example.com', 'Write to jo hn@example.com, please'));
    expect(stored).toMatchObject({
      title: 'Mail me at a@example.com',
      description: 'Write to jo **************, please',
    });
    expect(await hits()).toMatchObject([
      { action: 'mask', context: 'post_description', is_of_row: true, username: 'anna' },
    ]);
  });

  test('a flag rule flags a text for review, which an admin ends', async ({ anna, adam, rule, post }) => {
    await rule('phrase', 'bank transfer', 'flag', ['post_description']);
    const stored = await value(post('Steel', 'Only by Bank-Transfer, in advance'));
    expect(stored.description).toBe('Only by Bank-Transfer, in advance');
    const [flagged] = await value(adam.client.rpc('list_flagged_content'));
    expect(flagged).toMatchObject({
      rule_name: 'phrase: bank transfer',
      context: 'post_description',
      entity: 'post',
      entity_id: stored.id,
      username: 'anna',
      excerpt: 'Only by Bank-Transfer, in advance',
      total: 1,
    });
    expect(await outcome(anna.client.rpc('review_flagged_content', { hit_ids: [flagged?.id ?? 0] }))).toEqual(
      FORBIDDEN,
    );
    const many = Array.from({ length: 101 }, (_, n) => (flagged?.id ?? 0) + n);
    expect(await adam.client.rpc('review_flagged_content', { hit_ids: many })).toAnswer(400);
    expect(await outcome(adam.client.rpc('review_flagged_content', { hit_ids: [flagged?.id ?? 0] }))).toEqual([204]);
    expect(await value(adam.client.rpc('list_flagged_content'))).toEqual([]);
    expect(await value(adam.client.from('content_hits').select('reviewed_by'))).toEqual([{ reviewed_by: adam.id }]);
  });

  test('findings of a rule are shown for 30 days', async ({ adam, rule, post }) => {
    await rule('word', 'scam', 'flag');
    await post('A scam');
    await world.sql(`update public.content_hits set created_at = now() - interval '31 days'`);
    expect(await value(adam.client.rpc('list_flagged_content'))).toEqual([]);
    expect((await value(adam.client.rpc('list_content_rules', { search: 'scam' })))[0]?.hits).toBe(0);
  });

  test('a rule does nothing when it is disabled or meant for another field', async ({ adam, rule, post }) => {
    const id = await rule('word', 'scam', 'block', ['review']);
    expect((await post('A scam')).error).toBeNull();
    await value(
      adam.client.rpc('save_content_rule', {
        rule_id: id,
        rule: {
          kind: 'word',
          pattern: 'scam',
          action: 'block',
          fields: ALL,
          is_enabled: false,
        },
      }),
    );
    expect((await post('A scam')).error).toBeNull();
  });
});

describe('what is kept of a flagged text', () => {
  const long = `We start with a preamble of some length, then a scam, then a fraud, and 555 1234 ${'and so on '.repeat(20)}a scam again.`;
  const list = (adam: Person) => value(adam.client.rpc('list_flagged_content'));
  const looks = () =>
    world.sql<{ entity: string; entity_id: string; actor_username: string; after: unknown }>(
      `select entity, entity_id, actor_username, after from public.audit_log where action = 'read_private_text' order by id`,
    );

  test('a flagged text is one finding with at most 60 characters around the first hit', async ({
    adam,
    rule,
    post,
  }) => {
    await noRules();
    await rule('word', 'scam', 'flag');
    await rule('word', 'fraud', 'flag');
    await post('Steel', long);
    const [finding, ...others] = await list(adam);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule_name: 'word: scam', total: 1 });
    expect(finding?.excerpt).toContain('a scam, then');
    expect(finding?.excerpt).toHaveLength(60);
    for (const search of ['scam', 'fraud'])
      expect((await value(adam.client.rpc('list_content_rules', { search })))[0]?.hits).toBe(1);
  });

  test('what stands behind hundreds of hits is refused and masked all the same', async ({ rule, post }) => {
    await noRules();
    await rule('word', 'darn', 'mask');
    await rule('word', 'cocaine', 'block');
    await rule('built_in', 'email', 'mask');
    expect(await outcome(post('Rice', `${'darn '.repeat(300)}buy cocaine here`))).toEqual([400, REFUSED]);
    for (const text of ['darn '.repeat(300), `${'a@b.co '.repeat(60)}seller@example.com`])
      expect((await value(post('Rice', text))).description).toMatch(/^[* ]+$/);
  });

  test('a finding keeps nothing of the masked text', async ({ rule, post, adam }) => {
    await noRules();
    await rule('built_in', 'email', 'mask');
    await post('Steel', 'Mail a@example.com');
    expect(await hits()).toMatchObject([{ action: 'mask', excerpt: null }]);
    expect(await list(adam)).toEqual([]);
  });

  test('findings in private texts are shown one at a time, and each look is in the audit log', async ({
    bob,
    adam,
    post,
    rule,
  }) => {
    await noRules();
    const { id } = await value(post('Steel'));
    const [quote] = await value(sendQuote(bob.client, id));
    await rule('word', 'scam', 'flag');
    const message = await value(bob.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: long }));
    const [finding] = await list(adam);
    expect(finding).toMatchObject({ context: 'message', username: 'bob', excerpt: null });
    expect(await adam.client.from('content_hits').select('excerpt')).toAnswer(403);
    expect(await adam.client.from('content_hits').select('*')).toAnswer(403);
    expect(await looks()).toEqual([]);
    const read = (person: Person, hit_id = finding?.id ?? 0) => person.client.rpc('read_flagged_content', { hit_id });
    expect(await outcome(read(bob))).toEqual(FORBIDDEN);
    expect(await outcome(read(adam, 999_999))).toEqual([404, 'Flagged text not found']);
    for (const nr of [1, 2]) {
      expect(await value(read(adam))).toHaveLength(60);
      expect(await looks()).toHaveLength(nr);
    }
    expect((await looks())[0]).toEqual({
      entity: 'message',
      entity_id: String(message),
      actor_username: 'adam',
      after: { finding: finding?.id, rule: 'word: scam' },
    });
  });
});

describe('the list of hits', () => {
  test('hits of every kind are listed with what may be seen of them, filtered and paged', async ({
    anna,
    bob,
    adam,
    rule,
    post,
  }) => {
    await noRules();
    const blocking = await rule('word', 'scam', 'block');
    await rule('word', 'fraud', 'mask');
    await rule('word', 'urgent', 'flag');
    const trial = { kind: 'word', pattern: 'cheap', action: 'block', fields: ALL, is_trial: true };
    await value(adam.client.rpc('save_content_rule', { rule: trial }));
    const { refusal } = detailOf(await post('A scam'));
    expect(await outcome(anna.client.rpc('report_refused_content', { refusal }))).toEqual([204]);
    const { id } = await value(post('Urgent fraud', 'cheap steel'));
    const [quote] = await value(sendQuote(bob.client, id));
    await value(bob.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: 'Urgent and cheap' }));
    const list = (options: object = {}) => value(adam.client.rpc('list_content_hits', options));
    const seen = (await list()).map(({ action, context, username, excerpt, has_private_text, entity_id }) =>
      [action, context, username, excerpt, has_private_text, entity_id !== null].join(),
    );
    expect(seen.toSorted()).toEqual([
      'block,post_title,anna,,false,false',
      'flag,message,bob,,true,true',
      'flag,post_title,anna,Urgent fraud,false,true',
      'mask,post_title,anna,,false,true',
      'trial,post_description,anna,cheap steel,false,true',
    ]);
    expect((await list({ action: 'trial' })).map(({ context, total }) => [context, total])).toEqual([
      ['post_description', 1],
    ]);
    expect((await list({ rule_id: blocking })).map(({ rule_name }) => rule_name)).toEqual(['word: scam']);
    expect(await list({ rule_id: blocking, action: 'mask' })).toEqual([]);
    expect((await list({ page: 2, page_size: 4 })).map(({ total }) => total)).toEqual([5]);
    // With the rule, its name stays; after 30 days, nothing.
    expect(await outcome(adam.client.rpc('delete_content_rule', { rule_id: blocking }))).toEqual([204]);
    expect((await list({ action: 'block' })).map(({ rule_id, rule_name }) => [rule_id, rule_name])).toEqual([
      [null, 'word: scam'],
    ]);
    await world.sql(`update public.content_hits set created_at = now() - interval '31 days'`);
    expect(await list()).toEqual([]);
  });

  test('nothing is listed of a person whose account was deleted', async ({ adam, mona, rule }) => {
    await noRules();
    await rule('word', 'scam', 'flag');
    const eve = await world.person('eve-scam');
    const list = () => value(adam.client.rpc('list_content_hits'));
    expect((await list()).map(({ excerpt }) => excerpt)).toEqual(['eve-scam']);
    expect(await outcome(mona.client.rpc('delete_user', { user_id: eve.id, username: 'eve-scam' }))).toEqual([200]);
    expect(await list()).toEqual([]);
  });
});

describe('a rule that flags', () => {
  const save = (adam: Person, kind: string, pattern: string, action = 'flag', fields = ['post_description']) =>
    outcome(adam.client.rpc('save_content_rule', { rule: { kind, pattern, action, fields } }));
  test.beforeEach(noRules);

  test('a flag rule can match one text in a hundred; a rule that matches more is refused with its share', async ({
    adam,
  }) => {
    await fill(1_188, 'Steel');
    await fill(12, 'Cut offs');
    expect(await save(adam, 'regex', 'cut[- ]off')).toEqual([200]);
    await noRules();
    await fill(1, 'Cut offs', (await writers()).slice(-1));
    const refused = [400, 'This would flag 1.1 % of the last 1201 texts. A rule that flags may find 1 % at most.'];
    expect(await save(adam, 'regex', 'cut[- ]off')).toEqual(refused);
    // These take longer: how many texts are read depends on what else the machine does.
    const refusedSoon = [400, expect.stringMatching(/^This would flag \d+\.\d % of the last \d+ texts\. A rule/)];
    expect(await save(adam, 'phrase', 'cut off')).toEqual(refusedSoon);
    expect(await save(adam, 'word', 'offs')).toEqual(refusedSoon);
    expect(await save(adam, 'regex', '[a-z]{2}')).toEqual([400, expect.stringMatching(/^This would flag 100\.0 % of/)]);
    expect(await world.sql('select 1 from public.content_rules')).toEqual([]);
  });

  test('a flag rule is checked again when it changes, and an import cannot bypass the check', async ({ adam }) => {
    await fill(40, 'Steel');
    const blockIt = { kind: 'word', pattern: 'steel', action: 'block', fields: ['post_description'] };
    await value(adam.client.rpc('save_content_rule', { rule: blockIt, is_confirmed: true }));
    const [stored] = await world.sql<{ id: number }>('select id::int from public.content_rules');
    const flagIt = { kind: 'word', pattern: 'steel', action: 'flag', fields: ['post_description'] };
    expect(
      (await outcome(adam.client.rpc('save_content_rule', { rule_id: stored?.id ?? 0, rule: { ...flagIt } })))[0],
    ).toBe(400);
    const rules = Array.from({ length: 15 }, (_, n) => ({
      ...flagIt,
      kind: 'regex',
      pattern: `s?t[e]{2}l${'x?'.repeat(n * 3)}|no${n}`,
    }));
    const answer = await value(adam.client.rpc('import_content_rules', { rules }));
    expect(new Set(answer.map(({ status }) => status))).toEqual(new Set(['failed']));
  });
});

describe('the texts of one author', () => {
  const words = (pattern: string, action: string) => ({ kind: 'word', pattern, action, fields: ['post_description'] });
  const save = (adam: Person, rule: object, is_confirmed = false) =>
    outcome(adam.client.rpc('save_content_rule', { rule: { ...rule }, is_confirmed }));
  test.beforeEach(noRules);

  test('many texts of one author do not make a rule common', async ({ anna, adam }) => {
    await fill(300, 'Steel', [anna.id]);
    await fill(30, 'Wood');
    for (const action of ['flag', 'mask', 'block']) {
      expect(await save(adam, words('steel', action))).toEqual([200]);
      await noRules();
    }
    expect((await save(adam, words('wood', 'flag')))[0]).toBe(400);
  });

  test('long texts of one author keep no rule from being put in force', async ({ anna, adam }) => {
    // Without the triggers, which read and count each of them.
    const untold = async (change: () => Promise<unknown>) => {
      await world.sql('alter table public.posts disable trigger user');
      await change();
      await world.sql('alter table public.posts enable trigger user');
    };
    await untold(() => fill(600, 'cold rolled steel, in coils. '.repeat(170), [anna.id]));
    for (const action of ['flag', 'mask', 'block']) expect(await save(adam, words(action, action))).toEqual([200]);
    const rules = [words('imported', 'flag'), words('too', 'block')];
    expect((await value(adam.client.rpc('import_content_rules', { rules }))).map(({ status }) => status)).toEqual([
      'created',
      'created',
    ]);
    await untold(() => world.sql('delete from public.posts'));
  });

  test('judging ends before the statement does; what is left is confirmed, or stored switched off', async ({
    adam,
  }) => {
    expect(
      await world.sql(
        `select (private.judging_end(8000) - statement_timestamp())::text as "left", private.judging_end(10) < clock_timestamp() + interval '11 ms' as is_short`,
      ),
    ).toEqual([{ left: '00:00:06.5', is_short: true }]);
    const [end] = await world.sql<{ definition: string }>(
      `select pg_get_functiondef('private.judging_end'::regproc) as definition`,
    );
    await fill(3, 'Wood');
    await world.sql(
      `create or replace function private.judging_end(p_max_ms numeric) returns timestamptz language sql volatile set search_path = '' as 'select statement_timestamp()'`,
    );
    try {
      const { status, error } = await adam.client.rpc('save_content_rule', { rule: words('steel', 'block') });
      expect([status, error?.message]).toEqual([
        409,
        'The last texts could not be checked in time. Confirm the rule, or try it first.',
      ]);
      expect(JSON.parse(error?.details ?? '')).toEqual({ code: 'confirmation_needed' });
      expect(await save(adam, words('steel', 'block'), true)).toEqual([200]);
      expect((await save(adam, words('iron', 'flag'), true))[0]).toBe(400);
      expect(
        await value(
          adam.client.rpc('import_content_rules', { rules: [words('steel', 'block'), words('tin', 'mask')] }),
        ),
      ).toMatchObject([{ status: 'updated' }, { status: 'failed', message: error?.message }]);
      expect(await world.sql('select pattern, is_enabled from public.content_rules order by id')).toEqual([
        { pattern: 'steel', is_enabled: true },
        { pattern: 'tin', is_enabled: false },
      ]);
    } finally {
      await world.sql(end?.definition ?? '');
    }
  });
});

describe('flag rules that are common', () => {
  const rules = (count: number, pattern: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => ({
      kind: 'word',
      pattern: pattern(n),
      action: 'flag',
      fields: ['post_description'],
    }));
  const stored = () =>
    world.sql<{ pattern: string; is_enabled: boolean; share: number | null }>(
      'select pattern, is_enabled, stopped_share::float as share from public.content_rules',
    );
  test.beforeEach(noRules);

  test('a common word is refused among many rules of an import, and stays switched off', async ({ adam }) => {
    await fill(30, 'Steel %s');
    const answer = await value(
      adam.client.rpc('import_content_rules', { rules: rules(20, (n) => (n === 7 ? 'steel' : `rare${n}`)) }),
    );
    expect(answer.filter(({ status }) => status !== 'created')).toEqual([
      {
        line: 8,
        status: 'failed',
        message: expect.stringMatching(/^This would flag 100(?:\.0)? % of the last 30 texts/),
      },
    ]);
    expect((await stored()).filter(({ is_enabled }) => !is_enabled)).toEqual([
      { pattern: 'steel', is_enabled: false, share: 100 },
    ]);
  });

  test('rare rules of an import that are common together are refused together', async ({ adam }) => {
    await fill(200, 'Steel w%s');
    const answer = await value(adam.client.rpc('import_content_rules', { rules: rules(60, (n) => `w${n + 1}`) }));
    expect(new Set(answer.map(({ status }) => status))).toEqual(new Set(['failed']));
    expect((await stored()).every(({ is_enabled }) => !is_enabled)).toBe(true);
  });

  test('a text that is edited again and again is flagged once, with its last words', async ({ anna, adam }) => {
    const [wordRule] = rules(1, () => 'steel');
    await value(adam.client.rpc('save_content_rule', { rule: wordRule ?? {} }));
    const [first, second] = [await world.createPost(anna), await world.createPost(anna)];
    const edit = (id: number, description: string) =>
      value(anna.client.from('posts').update({ description }).eq('id', id).select('id'));
    const flagged = () =>
      world.sql<{ entity_id: number; excerpt: string }>(
        `select entity_id::int, excerpt from public.content_hits where action = 'flag' and entity_id = any ($1) order by id`,
        [[first.id, second.id]],
      );
    for (const text of ['Steel 1', 'Steel 2', 'Steel 3']) await edit(first.id, text);
    await edit(second.id, 'Steel');
    expect(await flagged()).toEqual([
      { entity_id: first.id, excerpt: 'Steel 3' },
      { entity_id: second.id, excerpt: 'Steel' },
    ]);
    // What an admin has looked at stays.
    await world.sql('update public.content_hits set reviewed_at = now() where entity_id = $1', [first.id]);
    await edit(first.id, 'Steel 4');
    expect((await flagged()).map(({ excerpt }) => excerpt)).toEqual(['Steel 3', 'Steel', 'Steel 4']);
  });

  test('the filter reads the reasons that users give, not those of the rules', async ({
    anna,
    bob,
    carl,
    rule,
    post,
  }) => {
    await rule('word', 'supplier', 'flag', ['quote']);
    const { id } = await value(post('Steel'));
    const [chosen] = await value(sendQuote(bob.client, id));
    await value(sendQuote(carl.client, id));
    const quote_id = chosen?.quote_id ?? 0;
    await value(anna.client.rpc('decline_quote', { quote_id, reason: 'The other supplier is nearer' }));
    await value(anna.client.rpc('reopen_quote', { quote_id }));
    await value(anna.client.rpc('accept_quote', { quote_id, close_request: true, expected_version: 1 }));
    const declined = await value(carl.client.from('quotes').select('status_reason'));
    expect(declined).toEqual([{ status_reason: 'Another supplier was chosen' }]);
    expect(await world.sql('select entity_id::int from public.content_hits')).toEqual([{ entity_id: quote_id }]);
  });

  test.for(['block', 'mask'])(
    'no rule that would %s it reads what the product writes by itself',
    async (action, { anna, bob, carl, mona, rule, post }) => {
      const { id } = await value(post('Steel'));
      const { id: other } = await value(post('Copper'));
      const dora = await world.person(`dora-${action}`);
      const [chosen] = await value(sendQuote(bob.client, id));
      for (const [person, of] of [
        [bob, id],
        [carl, id],
        [carl, other],
        [dora, other],
      ] as const)
        await world.sql(
          `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time)
         values ($1, 'Steel', $2, $3, 'x', '5', '1', 'soon')`,
          [of, anna.id, person.id],
        );
      const reasons = await world.sql<{ reason: string }>('select unnest(private.reasons_of_the_rules()) as reason');
      const words = new Set(reasons.flatMap(({ reason }) => reason.toLowerCase().split(' ')));
      for (const word of [...words, 'user']) await rule('word', word, action, ['quote', 'profile']);
      const remove = ({ id: user_id, username }: Person) =>
        value(mona.client.rpc('delete_user', { user_id, username }));
      await value(
        anna.client.rpc('accept_quote', { quote_id: chosen?.quote_id ?? 0, close_request: true, expected_version: 1 }),
      );
      expect(await remove(dora)).toBe(true);
      expect(await outcome(anna.client.from('posts').delete().eq('id', other))).toEqual([204]);
      const given = await world.sql<{ reason: string }>(
        'select distinct status_reason as reason from public.quotes where status_reason is not null',
      );
      expect(given.map(({ reason }) => reason).toSorted()).toEqual(reasons.map(({ reason }) => reason).toSorted());
      const [gone] = await world.sql('select username from public.profiles where id = $1', [dora.id]);
      expect(gone).toEqual({ username: `deleted-${dora.id}` });
      // Whoever comes from a provider with a name that is refused.
      const [fallback] = await world.sql<{ name: string }>(`select private.free_username('user') as name`);
      expect(fallback?.name).toMatch(/^user(-\d+)?$/);
      const blocked = async (texts: object) =>
        (await world.sql<{ fields: string[] | null }>('select private.blocked_in_profile($1) as fields', [texts]))[0]
          ?.fields;
      expect(await blocked({ username: fallback?.name })).toBeNull();
      // Nobody hides a number in such a name, nor in another field that looks like one.
      await rule('regex', '[0-9]{9}', action, ['profile']);
      expect(await blocked({ username: 'user-912345678' })).toEqual(['username']);
      expect(await blocked({ bio: 'deleted-912345678' })).toEqual(action === 'block' ? ['bio'] : null);
    },
  );

  test('each reason that a function gives by itself is one that no rule reads', async () => {
    const givers = await world.sql<{ name: string; source: string }>(
      `select p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('private', 'public') and p.prosrc like '%set_quote_status(%'`,
    );
    expect(givers.length).toBeGreaterThan(5);
    const literal = givers.flatMap(({ name, source }) =>
      [...source.matchAll(/set_quote_status\([^;]*?, '([^']* [^']*)'\)/g)].map(
        ([, reason]) => `${name}: ${reason ?? ''}`,
      ),
    );
    expect(literal).toEqual([]);
  });

  test('a rule that has become common stops by itself and says so', async ({ anna, adam }) => {
    const [wordRule] = rules(1, () => 'steel');
    await value(adam.client.rpc('save_content_rule', { rule: wordRule ?? {} }));
    const publish = async ({ client }: Person, count: number) => {
      const row = { title: 'x', category: 'food', country: 'vn', delivery_address: 'x' };
      for (let n = 0; n < count; n += 1)
        expect(await client.from('posts').insert({ ...row, description: `Steel ${n}` })).toAnswer(201);
    };
    await publish(anna, 30);
    await world.sql(`select public.housekeep('flag-rules')`);
    // Nobody stops the rule that finds them by writing more of it.
    expect(await stored()).toEqual([{ pattern: 'steel', is_enabled: true, share: null }]);
    for (const name of ['kim', 'lea', 'max']) await publish(await world.person(name), 3);
    await world.sql(`select public.housekeep('flag-rules')`);
    expect(await stored()).toEqual([{ pattern: 'steel', is_enabled: false, share: 100 }]);
    const listed = await value(adam.client.rpc('list_content_rules'));
    expect(listed.map(({ stopped_share }) => stopped_share)).toEqual([100]);
    expect(await world.sql(`select action from public.audit_log order by id desc limit 1`)).toEqual([
      { action: 'stop_content_rule' },
    ]);
  });
});

describe('a rule that blocks or masks much', () => {
  const steel = { kind: 'word', pattern: 'steel', action: 'block', fields: ['post_description'] };
  test.beforeEach(noRules);

  test('a rule that would stop more than 1 % of the last texts is saved only if that is confirmed', async ({
    adam,
  }) => {
    await fill(25, 'Steel');
    await fill(75, 'Wood');
    const save = (rule: object, options: { rule_id?: number; is_confirmed?: boolean } = {}) =>
      judged(() => adam.client.rpc('save_content_rule', { rule: { ...steel, ...rule }, ...options }));
    for (const action of ['block', 'mask']) {
      const { status, error } = await save({ action });
      expect([status, error?.message]).toEqual([
        409,
        'This would change or refuse 25.0 % of the last 100 texts. Confirm it, or try the rule first.',
      ]);
      expect(JSON.parse(error?.details ?? '')).toEqual({ code: 'confirmation_needed', share: 25, texts: 100 });
    }
    expect(await world.sql('select 1 from public.content_rules')).toEqual([]);
    expect((await outcome(save({ action: 'flag' }, { is_confirmed: true })))[0]).toBe(400);
    // A rule that finds little asks nothing.
    expect(await outcome(save({ pattern: 'copper' }))).toEqual([200]);
    const id = await value(save({}, { is_confirmed: true }));
    expect(
      await value(adam.client.from('audit_log').select('after').eq('entity_id', String(id)).order('id')),
    ).toMatchObject([{ after: { pattern: 'steel', confirmed_share: 25 } }]);
    // What was confirmed stays so until it changes; switched on again, it asks again.
    expect(await outcome(save({}, { rule_id: id }))).toEqual([200]);
    expect((await outcome(save({ action: 'mask' }, { rule_id: id })))[0]).toBe(409);
    expect((await outcome(save({ fields: ALL }, { rule_id: id })))[0]).toBe(409);
    expect(await outcome(save({ is_enabled: false }, { rule_id: id }))).toEqual([200]);
    expect((await outcome(save({}, { rule_id: id })))[0]).toBe(409);
    expect(await outcome(save({ is_trial: true }, { rule_id: id }))).toEqual([200]);
    expect((await outcome(save({}, { rule_id: id })))[0]).toBe(409);
  });

  test('an import stores what would stop much switched off, and leaves what was confirmed', async ({ adam }) => {
    await fill(30, 'Steel and wood');
    await value(adam.client.rpc('save_content_rule', { rule: steel, is_confirmed: true }));
    const rules = [steel, { ...steel, pattern: 'wood', action: 'mask' }, { ...steel, pattern: 'and', is_trial: true }];
    expect(await value(adam.client.rpc('import_content_rules', { rules }))).toEqual([
      { line: 1, status: 'updated', message: null },
      {
        line: 2,
        status: 'failed',
        message: expect.stringMatching(/^This would change or refuse 100(?:\.0)? % of the last 30 texts/),
      },
      { line: 3, status: 'created', message: null },
    ]);
    expect(
      await world.sql(
        'select pattern, is_enabled, stopped_share::int as share, trial_since is not null as is_trial from public.content_rules order by id',
      ),
    ).toEqual([
      { pattern: 'steel', is_enabled: true, share: null, is_trial: false },
      { pattern: 'wood', is_enabled: false, share: 100, is_trial: false },
      { pattern: 'and', is_enabled: true, share: null, is_trial: true },
    ]);
  });

  test('a preview counts what a rule would find by field, shows public examples, and stores nothing', async ({
    anna,
    bob,
    adam,
    post,
  }) => {
    const { id } = await value(post('Steel', `A long preamble before the\nsteel ${'and more '.repeat(20)}`));
    await value(post('Wood', 'Wood'));
    const [quote] = await value(sendQuote(bob.client, id));
    await value(anna.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: 'Our steel is secret' }));
    const preview = (rule: object, rule_id?: number) =>
      judged(() =>
        adam.client.rpc('preview_content_rule', { rule: { ...steel, ...rule }, ...(rule_id && { rule_id }) }),
      );
    expect(await value(preview({ fields: ['post_title', 'post_description', 'message'] }))).toEqual({
      texts: 4,
      hits: 2,
      fields: [
        { field: 'post_description', texts: 2, hits: 1 },
        { field: 'post_title', texts: 2, hits: 1 },
      ],
      isCommonInPrivate: false,
      examples: expect.arrayContaining([
        { field: 'post_title', excerpt: 'Steel' },
        { field: 'post_description', excerpt: expect.stringMatching(/before the steel and more/) },
      ]),
    });
    expect(await world.sql('select 1 from public.content_rules')).toEqual([]);
    // A rule that exists is previewed as it would become, and stays as it is.
    const rule_id = await value(adam.client.rpc('save_content_rule', { rule: { ...steel, pattern: 'copper' } }));
    expect(await value(preview({ pattern: 'wood' }, rule_id))).toMatchObject({ texts: 2, hits: 1 });
    expect(await world.sql('select pattern from public.content_rules')).toEqual([{ pattern: 'copper' }]);
    // What cannot be saved cannot be previewed.
    expect(await outcome(preview({ kind: 'regex', pattern: '(a+)+$' }))).toEqual([
      400,
      'A repetition within a repetition is not supported in a pattern',
    ]);
    expect((await outcome(preview({ pattern: 'copper' })))[0]).toBe(409);
    expect(await outcome(preview({}, 999_999))).toEqual([404, 'Rule not found']);
  });

  test('each preview counts against the limit of its admin', async ({ adam, mona }) => {
    const preview = (client: Person['client']) => client.rpc('preview_content_rule', { rule: steel });
    const uses = () =>
      world.sql(`select subject, used from private.rate_limit_uses where action = 'rule_preview' and subject = $1`, [
        String(adam.id),
      ]);
    await world.sql(`delete from private.rate_limit_uses where action = 'rule_preview'`);
    await value(preview(adam.client));
    expect(await uses()).toEqual([{ subject: String(adam.id), used: 1 }]);
    await world.sql(`update private.rate_limit_uses set used = 300 where action = 'rule_preview'`);
    expect((await preview(adam.client)).status).toBe(429);
    await value(preview(mona.client));
    await world.sql(`delete from private.rate_limit_uses where action = 'rule_preview'`);
  });
});

describe('rules for messages and quotes', () => {
  const FIELDS = ['message', 'quote'] as const;
  const HIDDEN = 'zebra 7390';
  const GUESSES = ['zebra 7390', 'zebra 7391'] as const;
  type Rule = { kind: string; pattern: string; action: string; fields: string[] };
  const entries = () =>
    world.sql<{ actor_username: string; pattern: string }>(
      `select actor_username, after ->> 'pattern' as pattern from public.audit_log where action = 'judge_content_rule' order by id`,
    );
  const uses = async (person: Person) =>
    (
      await world.sql<{ used: number }>(
        `select used from private.rate_limit_uses where action = 'rule_preview' and subject = $1`,
        [String(person.id)],
      )
    )[0]?.used ?? 0;
  const forgetUses = () => world.sql(`delete from private.rate_limit_uses where action = 'rule_preview'`);
  const ageEntries = async () => {
    await world.sql('alter table public.audit_log disable trigger user');
    await world.sql(`update public.audit_log set created_at = created_at - interval '61 seconds'`);
    await world.sql('alter table public.audit_log enable trigger user');
    await world.sql(`update private.judgings set judged_at = judged_at - interval '61 seconds'`);
  };
  test.beforeEach(async () => {
    await noRules();
    await forgetUses();
    await ageEntries();
  });
  test.afterEach(forgetUses);

  /** Private texts of a field: one that is secret, so many that a common word finds, and others. */
  const fillPrivate = async (field: string, anna: Person, bob: Person, common: number, others: number) => {
    const posts = await world.sql<{ id: number }>(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       select $1, 'Steel', 'x', 'food', 'vn', 'x' from generate_series(1, $2::int) returning id::int`,
      [anna.id, field === 'quote' ? common + others + 1 : 1],
    );
    const texts = `(select case when n <= 1 then '${HIDDEN}' when n <= $1::int + 1 then 'We deliver' else 'Good morning' end as text, n
      from generate_series(1, $1::int + $2::int + 1) n)`;
    if (field === 'quote') {
      await world.sql(
        `insert into public.quotes (post_id, supplier_id, post_title, post_owner_id, description, price_text, quantity_text, delivery_time, product_match)
         select ($3::bigint[])[t.n], ($4::bigint[])[1 + t.n % cardinality($4::bigint[])], 'Steel', $5, t.text, '1 USD', '1', '30 days', 'high' from ${texts} t`,
        [common, others, posts.map(({ id }) => id), await writers(), anna.id],
      );
      return;
    }
    const [quote] = await value(sendQuote(bob.client, posts[0]?.id ?? 0));
    await world.sql(
      `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
       select $3, ($4::bigint[])[1 + t.n % cardinality($4::bigint[])], $5, t.text, gen_random_uuid() from ${texts} t`,
      [common, others, quote?.quote_id ?? 0, await writers(), anna.id],
    );
  };

  /** What each door says of a rule, without what is the same for every rule. */
  const doors = {
    save: async ({ client }: Person, rule: Rule) => outcome(judged(() => client.rpc('save_content_rule', { rule }))),
    preview: async ({ client }: Person, rule: Rule) =>
      value(judged(() => client.rpc('preview_content_rule', { rule }))),
    import: async ({ client }: Person, rule: Rule) => [
      await value(judged(() => client.rpc('import_content_rules', { rules: [rule] }))),
      await world.sql('select is_enabled, stopped_share from public.content_rules'),
    ],
  } as const;

  test.for(FIELDS.flatMap((field) => Object.keys(doors).map((door) => [field, door as keyof typeof doors] as const)))(
    'what finds one %s more is answered the same by %s, with no number, and each judging is in the log',
    async ([field, door], { anna, bob, adam }) => {
      await fillPrivate(field, anna, bob, 60, 20);
      for (const action of ['flag', 'block'] as const) {
        // Of much, of little.
        for (const [begin, isCommon] of [
          ['deliver|', true],
          ['nothing of this|', false],
        ] as const) {
          const answers = [];
          for (const guess of GUESSES) {
            await noRules();
            const before = (await entries()).length;
            const used = await uses(adam);
            const rule = { kind: 'regex', pattern: `${begin}${guess}`, action, fields: [field] };
            answers.push(await doors[door](adam, rule));
            expect((await entries()).slice(before)).toEqual([{ actor_username: 'adam', pattern: rule.pattern }]);
            // A preview counts the public texts as well.
            expect(await uses(adam)).toBe(used + (door === 'preview' ? 2 : 1));
          }
          expect(answers[0]).toEqual(answers[1]);
          const said = JSON.stringify(answers);
          expect(said).not.toMatch(/of the last|[2-9]\d %|[68][0-9]/);
          expect(/too many|many messages|"isCommonInPrivate":true/.test(said)).toBe(isCommon);
        }
      }
    },
  );

  test('which of the private texts count depends on the pattern, so no threshold tells one text', async ({
    anna,
    bob,
    adam,
  }) => {
    // At the threshold of ten hits, a count would be yes or no for every spelling of the same rule.
    await fillPrivate('message', anna, bob, 10, 60);
    const answers = { [GUESSES[0]]: new Set<unknown>(), [GUESSES[1]]: new Set<unknown>() };
    for (const guess of GUESSES)
      for (let nr = 0; nr < 24; nr += 1) {
        const pattern = `deliver|${guess}|no${nr}`;
        const rule = { kind: 'regex', pattern, action: 'block', fields: ['message'] };
        const first = await doors.preview(adam, rule);
        if (nr === 0) expect(await doors.preview(adam, rule)).toEqual(first);
        answers[guess].add(z.object({ isCommonInPrivate: z.boolean() }).parse(first).isCommonInPrivate);
      }
    for (const guess of GUESSES) expect(answers[guess]).toEqual(new Set([true, false]));
  });

  test('a rule for public and private fields tells the share of the public ones only', async ({ anna, bob, adam }) => {
    await fillPrivate('message', anna, bob, 60, 20);
    const rule = { kind: 'word', pattern: 'deliver', action: 'flag', fields: ['post_title', 'message'] };
    expect(await doors.save(adam, rule)).toEqual([
      400,
      'This would flag too many messages or quotes. A rule that flags may find 1 % at most.',
    ]);
    const asked = await judged(() => adam.client.rpc('save_content_rule', { rule: { ...rule, action: 'block' } }));
    expect(asked).toMatchObject({
      status: 409,
      error: { message: 'This would change or refuse many messages or quotes. Confirm it, or try the rule first.' },
    });
    expect(JSON.parse(asked.error?.details ?? '')).toEqual({ code: 'confirmation_needed' });
    const confirmed = { rule: { ...rule, action: 'block' }, is_confirmed: true };
    expect(await outcome(judged(() => adam.client.rpc('save_content_rule', confirmed)))).toEqual([200]);
    expect(await doors.preview(adam, { ...rule, pattern: 'steel' })).toEqual({
      texts: 1,
      hits: 1,
      fields: [{ field: 'post_title', texts: 1, hits: 1 }],
      isCommonInPrivate: false,
      examples: [{ field: 'post_title', excerpt: 'Steel' }],
    });
  });

  test('what was judged is told once, to its admin, and within a minute', async ({ adam, mona }) => {
    const rule = { kind: 'word', pattern: 'steel', action: 'flag', fields: ['message'] };
    const first = ({ client }: Person) => client.rpc('preview_content_rule', { rule });
    expect((await first(adam)).data).toBeNull();
    expect((await first(mona)).data).toBeNull();
    expect((await first(adam)).data).toMatchObject({ isCommonInPrivate: false });
    expect((await first(adam)).data).toBeNull();
    await ageEntries();
    expect((await first(adam)).data).toBeNull();
    expect((await adam.client.rpc('save_content_rule', { rule: { ...rule, pattern: 'wood' } })).data).toBeNull();
    const imported = [{ ...rule, pattern: 'copper' }];
    expect((await adam.client.rpc('import_content_rules', { rules: imported })).data).toEqual([]);
    expect(await world.sql('select 1 from public.content_rules')).toEqual([]);
  });

  test.for(Object.keys(doors) as (keyof typeof doors)[])(
    'each judging by %s is entered and counted, however often it is asked for',
    async (door, { anna, bob, adam }) => {
      await fillPrivate('message', anna, bob, 60, 20);
      const rule = { kind: 'word', pattern: 'deliver', action: 'block', fields: ['message'] };
      const before = (await entries()).length;
      for (let turn = 1; turn <= 5; turn += 1) {
        await noRules();
        // A refused save keeps what it was told for a minute.
        if (door === 'save') await ageEntries();
        await doors[door](adam, rule);
        expect(await entries()).toHaveLength(before + turn);
        expect(await uses(adam)).toBe(turn * (door === 'preview' ? 2 : 1));
      }
    },
  );

  test('a refused save tells what was judged again, and judges nothing anew', async ({ anna, bob, adam }) => {
    await fillPrivate('message', anna, bob, 60, 20);
    const rule = { kind: 'word', pattern: 'deliver', action: 'block', fields: ['message'] };
    const save = (is_confirmed = false) => adam.client.rpc('save_content_rule', { rule, is_confirmed });
    expect((await save()).data).toBeNull();
    await world.sql('delete from public.messages');
    for (let turn = 0; turn < 3; turn += 1) expect((await save()).status).toBe(409);
    expect(await uses(adam)).toBe(1);
    await value(save(true));
    await noRules();
    expect((await save()).data).toBeNull();
    expect(await uses(adam)).toBe(2);
    expect(await outcome(save())).toEqual([200]);
  });

  test('an import has no more rules than can be judged before the statement is cut off', async ({ adam }) => {
    const rules = Array.from({ length: 201 }, (_, n) => ({
      kind: 'word',
      pattern: `rare${n}`,
      action: 'block',
      fields: ALL,
    }));
    const imported = (count: number) => adam.client.rpc('import_content_rules', { rules: rules.slice(0, count) });
    expect(await outcome(imported(201))).toEqual([400, 'At most 200 rules can be imported at once']);
    expect((await imported(200)).data).toEqual([]);
    expect((await imported(200)).data).toHaveLength(200);
  });

  test('every door counts against the limit, an import ten of its rules as one', async ({ adam }) => {
    const rule = (pattern: string) => ({ kind: 'word', pattern, action: 'flag', fields: ['message'] });
    const rules = (prefix: string) => Array.from({ length: 11 }, (_, n) => rule(`${prefix}${n}`));
    await value(judged(() => adam.client.rpc('import_content_rules', { rules: rules('first') })));
    expect(await uses(adam)).toBe(2);
    await world.sql(`update private.rate_limit_uses set used = 299 where action = 'rule_preview'`);
    const before = (await entries()).length;
    const many = await adam.client.rpc('import_content_rules', { rules: rules('more') });
    expect(many.status).toBe(429);
    await world.sql(`update private.rate_limit_uses set used = 300 where action = 'rule_preview'`);
    expect((await adam.client.rpc('save_content_rule', { rule: rule('six') })).status).toBe(429);
    expect((await adam.client.rpc('preview_content_rule', { rule: rule('six') })).status).toBe(429);
    expect(await entries()).toHaveLength(before);
    expect(await world.sql('select count(*)::int from public.content_rules')).toEqual([{ count: 11 }]);
  });
});

describe('a trial', () => {
  const scam = { kind: 'word', pattern: 'scam', fields: ['post_title', 'message'], is_trial: true };
  test.beforeEach(noRules);

  test.for(['block', 'mask', 'flag'])(
    'a %s rule on trial counts its hits and changes nothing',
    async (action, { adam, post }) => {
      const id = await value(adam.client.rpc('save_content_rule', { rule: { ...scam, action } }));
      expect((await value(post('A scam'))).title).toBe('A scam');
      expect(await hits()).toMatchObject([
        { action: 'trial', context: 'post_title', excerpt: 'A scam', is_of_row: true },
      ]);
      expect(await value(adam.client.rpc('list_flagged_content'))).toEqual([]);
      const [listed] = await value(adam.client.rpc('list_content_rules', { is_trial: true }));
      expect(listed).toMatchObject({ id, action, hits: 1 });
      expect(Date.now() - Date.parse(listed?.trial_since ?? '')).toBeLessThan(60_000);
      expect(await value(adam.client.rpc('test_content', { context: 'post_title', content: 'A scam' }))).toMatchObject({
        verdict: 'allowed',
        masked: 'A scam',
        hits: [{ action: 'trial' }],
      });
    },
  );

  test('a trial finds nothing in private texts, and takes no excerpt from a flag rule', async ({
    bob,
    adam,
    rule,
    post,
  }) => {
    await value(adam.client.rpc('save_content_rule', { rule: { ...scam, action: 'flag' } }));
    await rule('word', 'fraud', 'flag', ['message']);
    const { id } = await value(post('Steel'));
    const [quote] = await value(sendQuote(bob.client, id));
    await value(bob.client.rpc('send_message', { quote_id: quote?.quote_id ?? 0, content: 'A scam and a fraud' }));
    expect(await hits()).toMatchObject([{ rule_name: 'word: fraud', action: 'flag', excerpt: 'A scam and a fraud' }]);
    const [listed] = await value(adam.client.rpc('list_content_rules', { is_trial: true }));
    expect(listed?.hits).toBe(0);
  });

  test('hits of a trial are counted since the rule is as it is; in force, it counts anew', async ({ adam, post }) => {
    const save = (rule: object, rule_id?: number) =>
      value(
        judged(() =>
          adam.client.rpc('save_content_rule', {
            rule: { ...scam, action: 'block', ...rule },
            ...(rule_id && { rule_id }),
          }),
        ),
      );
    const listed = async () => (await value(adam.client.rpc('list_content_rules')))[0];
    const id = await save({});
    await value(post('A scam'));
    const before = await listed();
    await save({}, id);
    expect(await listed()).toMatchObject({ hits: 1, trial_since: before?.trial_since });
    await save({ fields: ['post_title'] }, id);
    expect((await listed())?.hits).toBe(0);
    await value(post('Another scam'));
    expect((await listed())?.hits).toBe(1);
    await save({ is_trial: false }, id);
    expect(await listed()).toMatchObject({ hits: 0, trial_since: null });
    expect((await post('A third scam')).error?.message).toBe(REFUSED);
  });
});

describe('before any admin decides', () => {
  test('contact details in quotes are noted, and everything passes', async ({ bob, adam, post }) => {
    const { id } = await value(post('Call 0912345678, a@example.com'));
    expect(await hits()).toEqual([]);
    expect(await outcome(sendQuote(bob.client, id, { ...QUOTE, payment_method: 'see www.shop.vn' }))).toEqual([200]);
    expect(await hits()).toMatchObject([
      { rule_name: 'built_in: url', action: 'flag', context: 'quote', username: 'bob', excerpt: 'see www.shop.vn' },
    ]);
    const terms = await value(adam.client.from('content_rules').select('action, is_enabled'));
    expect(terms.every(({ action, is_enabled }) => action === 'flag' && is_enabled)).toBe(true);
  });
});

describe('testing a text', () => {
  const tryText = (adam: Person, content: string, context = 'quote') =>
    value(adam.client.rpc('test_content', { context, content }));

  test('testing a text returns verdict, rule and position, and stores nothing', async ({ adam, rule }) => {
    await noRules();
    const id = await rule('word', 'scam', 'block');
    const email = await rule('built_in', 'email', 'mask');
    expect(await tryText(adam, 'No s\u200bcam: a@example.com 😀 SCAM')).toEqual({
      verdict: 'blocked',
      masked: 'No s\u200bcam: ************* 😀 SCAM',
      hits: [
        { ruleId: id, kind: 'word', pattern: 'scam', action: 'block', start: 4, length: 5 },
        { ruleId: email, kind: 'built_in', pattern: 'email', action: 'mask', start: 11, length: 13 },
        { ruleId: id, kind: 'word', pattern: 'scam', action: 'block', start: 27, length: 4 },
      ],
    });
    expect(await tryText(adam, 'Steel')).toEqual({ verdict: 'allowed', masked: 'Steel', hits: [] });
    expect(await hits()).toEqual([]);
    expect(await outcome(adam.client.rpc('test_content', { context: 'quote', content: 'x'.repeat(5001) }))).toEqual([
      400,
      'Text too long',
    ]);
  });

  test.for([
    ['email', 'john.doe@gmail.com', ['100 tons @ usd. payment', 'deliver at warehouse.next week', 'price @ 5.50 each']],
    ['email', 'john (at) gmail [dot] com', []],
    ['email', 'john at gmail dot com', []],
    [
      'phone',
      '0912 345 678',
      ['HS 0901.11.1000', '100 000 000 units', '2026-11-21 10:30', 'ISO 9001:2015, 12345678 pcs'],
    ],
    ['phone', '+84 (912) 345-678', []],
    ['url', 'https://example.org/x', ['Co.Ltd', 'delivered.In time', 'size 3.5x4.2']],
    ['url', 'example.com.vn', []],
    ['messenger', 'zalo: abc123', ['Zalo payment accepted', 'production line 5 machines', '5 pcs @ 3 USD']],
    ['messenger', '@john_doe', []],
    ['look_alike', 'раypal', ['5 kΩ, 3 μm, Δt', 'Москва', 'Đà Nẵng']],
    ['accents', 'Z\u0301\u0302\u0303\u0304', ['Vie\u0302\u0323t Nam', 'Đà Nẵng']],
  ] as const)('the built-in rule %s finds %s', async ([name, text, others], { rule, adam }) => {
    await noRules();
    await rule('built_in', name, 'flag');
    const answer = z.object({ hits: z.array(z.object({ start: z.number(), length: z.number() })) });
    const { hits: found } = answer.parse(await tryText(adam, `Ask: ${text}, today`));
    expect(found.map(({ start, length }) => `Ask: ${text}, today`.slice(start - 1, start - 1 + length))).toEqual([
      text,
    ]);
    for (const other of others) expect(answer.parse(await tryText(adam, other)).hits, other).toEqual([]);
  });

  test.for([
    ['word', 'da nang', false, 'Đà Nẵng', null],
    ['word', 'Đà', false, 'giao tại DA NANG', 'DA'],
    ['word', 'ABC', true, 'abc', null],
    ['word', 'ABC', true, 'x ABC.', 'ABC'],
    ['word', 'viagra', false, 'v1agra', 'v1agra'],
    ['word', 'grade', false, 'A36 GR4DE', 'GR4DE'],
    ['word', '微信', false, '加我微信吧', '微信'],
    ['phrase', 'pay in full advance now', false, 'Pay, in full – advance NOW!', 'Pay, in full – advance NOW'],
    ['phrase', 'pay in full advance now', false, 'pay in full advance later', null],
    ['regex', 'ab+c', false, 'xABBCx', 'ABBC'],
    ['regex', 'ab+c', true, 'xABBCx', null],
    ['regex', 'colou?r[- ]?x', false, 'color-x', 'color-x'],
    ['regex', '(foo|bar)baz', false, 'barbaz', 'barbaz'],
  ] as const)(
    '%s "%s" (case %s) in "%s" finds %s',
    async ([kind, pattern, isCaseSensitive, text, expected], { adam }) => {
      await noRules();
      const saved = await judged(() =>
        adam.client.rpc('save_content_rule', {
          rule: { kind, pattern, action: 'flag', fields: ALL, is_case_sensitive: isCaseSensitive },
        }),
      );
      if (kind === 'word' && pattern.includes(' ')) {
        expect(saved.error?.message).toBe('A word has no spaces. Use a phrase.');
        return;
      }
      const { hits: found } = z
        .object({ hits: z.array(z.object({ start: z.number(), length: z.number() })) })
        .parse(await tryText(adam, text));
      expect(found.map(({ start, length }) => text.slice(start - 1, start - 1 + length))).toEqual(
        expected === null ? [] : [expected],
      );
    },
  );
});

describe('words in disguise', () => {
  test.for([
    ['variation selectors', 'My ca\ufe0fsi\ufe0eno!', 'ca\ufe0fsi\ufe0eno'],
    ['variation selectors of the second plane', 'A ca\u{e0100}sino', 'ca\u{e0100}sino'],
    ['a filler of Hangul', 'A ca\u3164sino', 'ca\u3164sino'],
    ['old direction marks', 'A ca\u206asi\u206fno', 'ca\u206asi\u206fno'],
    ['tags', 'A ca\u{e0061}\u{e007f}sino', 'ca\u{e0061}\u{e007f}sino'],
    ['small capitals', 'A ᴄᴀꜱɪɴᴏ', 'ᴄᴀꜱɪɴᴏ'],
    ['letters of Lisu', 'A ꓚasino', 'ꓚasino'],
    ['isolates', 'A \u2066casino\u2069', 'casino'],
    ['an at sign', 'Try c@sino now', 'c@sino'],
    ['a dollar sign', 'Try ca$ino.', 'ca$ino'],
    ['digits for half of its letters', 'Try c4s1n0', 'c4s1n0'],
    ['a sign and digits', 'Try c@s1n0', 'c@s1n0'],
    ['blanks', 'Come to c a s i n o today', 'c a s i n o'],
    ['dots', 'Come to c.a.s.i.n.o today', 'c.a.s.i.n.o'],
    ['blanks and a sign', 'C @ $ I N O', 'C @ $ I N O'],
    ['letters in front', 'A B c-a-s-i-n-o', 'c-a-s-i-n-o'],
    ['accents', 'A çàśìñö', 'çàśìñö'],
    ['the plural', 'Two casinos', 'casinos'],
    ['a sign in the plural, after an emoji', '😀 CA$INOS', 'CA$INOS'],
  ] as const)('disguised words are found behind %s, at their position', async ([_what, text, expected], { found }) => {
    expect(await found('casino', text)).toEqual([expected]);
  });

  test('a word that is spelled twice and three times in a row is found each time', async ({ found }) => {
    for (const times of [2, 3]) {
      const spelled = Array<string>(times).fill('c a s i n o');
      expect(await found('casino', `Come to ${spelled.join(' ')} now`)).toEqual(spelled);
      expect(await found('casino', spelled.join(' x. '))).toEqual(spelled);
    }
  });

  test.for([
    ['supply', 'Our supplies arrive', 'supplies'],
    ['box', 'Empty boxes', 'boxes'],
    ['bank transfer', 'by bank transfers only', 'bank transfers'],
  ] as const)('"%s" is found in its plural: %s', async ([pattern, text, expected], { found }) => {
    expect(await found(pattern, text, pattern.includes(' ') ? 'phrase' : 'word')).toEqual([expected]);
  });

  test.for([
    ['casino', 'We need cassino oil, Cassini plates and 4 casin boards'],
    ['sale', 'Grade 54L3X, part SA13-4, for 5a 1e'],
    ['also', 'Sizes A4, L5, S0, O'],
    ['mail', 'M8 x 20, A4, M-A 1L'],
    ['glas', 'Glass, 40 panes'],
    ['new', 'News of the week'],
    ['bos', 'The boss said so'],
    ['asia', 'Đá 4S1A, thép A36, ống DN50'],
    ['gian', 'Giá: 5.000.000 đ/tấn, giao tại cảng Cát Lái'],
    ['cat', 'info@catalog.example, $ 500, 3 x 4 x 5 m, U.S.A.'],
    ['usal', 'U.S.A. loans'],
    ['ties', 'Liberties'],
    ['bas', 'base@s.example'],
    ['phoin', 'Phở, phối hợp: 3 x 4, 5 kg'],
  ] as const)('"%s" is not found in: %s', async ([pattern, text], { found }) => {
    expect(await found(pattern, text)).toEqual([]);
  });
});

describe('who may do what', () => {
  test('only admins read, change, import, test and list rules [A65]', async ({ bob }) => {
    const calls = (client: Person['client']) => [
      client.rpc('save_content_rule', { rule: { kind: 'word', pattern: 'x', action: 'block', fields: ALL } }),
      client.rpc('delete_content_rule', { rule_id: 1 }),
      client.rpc('import_content_rules', { rules: [] }),
      client.rpc('list_content_rules'),
      client.rpc('test_content', { context: 'quote', content: 'x' }),
      client.rpc('preview_content_rule', { rule: { kind: 'word', pattern: 'x', action: 'block', fields: ALL } }),
      client.rpc('list_flagged_content'),
      client.rpc('list_content_hits'),
      client.rpc('review_flagged_content', { hit_ids: [1] }),
    ];
    for (const call of calls(bob.client)) expect(await outcome(call)).toEqual(FORBIDDEN);
    for (const call of calls(world.guest)) expect(await call).toAnswer(401);
    expect(await value(bob.client.from('content_rules').select('id'))).toEqual([]);
    expect(await value(bob.client.from('content_hits').select('id'))).toEqual([]);
    expect(await world.guest.from('content_rules').select('id')).toAnswer(401);
  });

  test('every change is in the audit log', async ({ adam, rule }) => {
    const id = await rule('word', 'scam', 'block');
    const rule_id = id;
    const changed = { kind: 'word', pattern: 'scam', action: 'flag', fields: ['quote'] };
    await value(judged(() => adam.client.rpc('save_content_rule', { rule_id, rule: changed })));
    expect(await outcome(adam.client.rpc('delete_content_rule', { rule_id: id }))).toEqual([204]);
    expect(await outcome(adam.client.rpc('delete_content_rule', { rule_id: id }))).toEqual([404, 'Rule not found']);
    expect(
      await value(
        adam.client
          .from('audit_log')
          .select('action, entity_id, actor_username')
          .eq('entity_id', String(id))
          .order('id'),
      ),
    ).toEqual(
      ['create_content_rule', 'judge_content_rule', 'update_content_rule', 'delete_content_rule'].map((action) => ({
        action,
        entity_id: String(id),
        actor_username: 'adam',
      })),
    );
  });

  test('invalid rules are not saved', async ({ adam }) => {
    const save = (
      args: Partial<{ kind: string; pattern: string; action: string; fields: string[] }>,
      rule_id?: number,
    ) =>
      outcome(
        judged(() =>
          adam.client.rpc('save_content_rule', {
            rule_id,
            rule: { kind: 'word', pattern: 'scam', action: 'block', fields: ALL, ...args },
          }),
        ),
      );
    expect((await save({ kind: 'other' }))[0]).toBe(400);
    expect((await save({ action: 'other' }))[0]).toBe(400);
    expect((await save({ fields: [] }))[0]).toBe(400);
    expect((await save({ fields: ['other'] }))[0]).toBe(400);
    expect((await save({ pattern: 'x'.repeat(101) }))[0]).toBe(400);
    expect(await save({ pattern: '!!' })).toEqual([400, 'The pattern has no letter or digit']);
    expect(await save({ kind: 'built_in', pattern: 'other' })).toEqual([400, 'Unknown built-in kind']);
    expect(await save({}, 999_999)).toEqual([404, 'Rule not found']);
    expect((await save({}))[0]).toBe(200);
    expect(await save({})).toEqual([409, 'There is a rule with this pattern already']);
  });
});

describe('importing rules', () => {
  test('an import of rules reports the result of each line', async ({ adam, rule }) => {
    await rule('word', 'scam', 'flag');
    const line = {
      kind: 'word',
      pattern: 'fraud',
      action: 'block',
      fields: ['quote'],
      is_case_sensitive: false,
      is_enabled: true,
    };
    const answer = await value(
      judged(() =>
        adam.client.rpc('import_content_rules', {
          rules: [
            line,
            { ...line, pattern: ' scam ' },
            { ...line, kind: 'regex', pattern: '(a+)+' },
            { ...line, action: 'explode' },
            { ...line, fields: 'x' },
            line,
          ],
        }),
      ),
    );
    expect(answer).toEqual([
      { line: 1, status: 'created', message: null },
      { line: 2, status: 'updated', message: null },
      { line: 3, status: 'failed', message: 'A repetition within a repetition is not supported in a pattern' },
      { line: 4, status: 'failed', message: 'Invalid input' },
      { line: 5, status: 'failed', message: 'Invalid input' },
      { line: 6, status: 'updated', message: null },
    ]);
    expect(
      await value(adam.client.from('content_rules').select('pattern, action').eq('kind', 'word').order('id')),
    ).toEqual([
      { pattern: 'scam', action: 'block' },
      { pattern: 'fraud', action: 'block' },
    ]);
  });
});

describe('the ends of a pattern', () => {
  const line = { action: 'flag', fields: ['review'] };
  const stored = async (person: Person) =>
    (await value(person.client.from('content_rules').select('kind, pattern').neq('kind', 'built_in').order('id'))).map(
      ({ kind, pattern }) => `${kind}:${pattern}`,
    );

  test('spaces at the ends of a regular expression stay, those of a word go, saved or imported', async ({ adam }) => {
    const rules = ['regex', 'word'].map((kind) => ({ ...line, kind, pattern: kind === 'regex' ? 'zqx ' : ' zqy ' }));
    for (const rule of rules) await value(judged(() => adam.client.rpc('save_content_rule', { rule })));
    expect(await stored(adam)).toEqual(['regex:zqx ', 'word:zqy']);
    expect(await value(judged(() => adam.client.rpc('import_content_rules', { rules })))).toMatchObject([
      { status: 'updated' },
      { status: 'updated' },
    ]);
    expect(await stored(adam)).toEqual(['regex:zqx ', 'word:zqy']);
    const imported = [
      ...rules,
      { ...line, kind: ' regex ', pattern: ' zq ' },
      { ...line, kind: 'regex', pattern: ' ' },
    ];
    expect(await value(judged(() => adam.client.rpc('import_content_rules', { rules: imported })))).toMatchObject([
      { status: 'updated' },
      { status: 'updated' },
      { status: 'created' },
      { status: 'failed', message: 'Invalid input' },
    ]);
    expect(await stored(adam)).toEqual(['regex:zqx ', 'word:zqy', 'regex: zq ']);
  });
});

describe('the list of rules', () => {
  test('the list of rules is searched, filtered, sorted and paged, with the total', async ({ adam, rule }) => {
    await noRules();
    for (const [index, pattern] of ['Beta', 'alpha', 'gamma', 'Álpha two'].entries())
      await rule(index === 3 ? 'phrase' : 'word', pattern, index ? 'flag' : 'block');
    const list = async (args: Parameters<typeof adam.client.rpc<'list_content_rules', NonNullable<unknown>>>[1]) =>
      (await value(adam.client.rpc('list_content_rules', args))).map(({ pattern, total }) => `${pattern} of ${total}`);
    expect(await list({ search: 'ALPHA' })).toEqual(['Álpha two of 2', 'alpha of 2']);
    expect(await list({ action: 'block' })).toEqual(['Beta of 1']);
    expect(await list({ kind: 'word', sort_order: 'asc', page: 2, page_size: 2 })).toEqual(['gamma of 3']);
    expect(await list({ is_enabled: false })).toEqual([]);
  });
});
