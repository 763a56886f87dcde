import { describe, expect } from 'vitest';
import { fileTest } from '../support/embedded/test.ts';
import { ApiClient, POST, QUOTE, signedIn } from './api-client.ts';

/* The content filter through `/api`, and what it answers to those who write. */
const REFUSED = 'Your text contains content that is not allowed';
const RULE = {
  kind: 'word',
  pattern: 'scam',
  action: 'block',
  fields: ['post_title', 'quote'],
  isCaseSensitive: false,
  isEnabled: true,
};

let ruleId: number;

const test = fileTest
  .extend('asAnna', { scope: 'file' }, async ({ world }) => signedIn(await world.person('anna')))
  .extend('asBob', { scope: 'file' }, async ({ world }) => signedIn(await world.person('bob')))
  .extend('asAdam', { scope: 'file' }, async ({ world }) => signedIn(await world.person('adam')));

describe('the rules', () => {
  test('content rules are created, listed, changed and deleted', async ({ asAdam }) => {
    const created = await asAdam.post('/api/admin/content-filter', { ...RULE, action: 'flag' });
    expect(created).toMatchObject({ status: 201, body: { ...RULE, action: 'flag' } });
    ({ id: ruleId } = created.body as { id: number });
    expect(await asAdam.put(`/api/admin/content-filter/${ruleId}`, RULE)).toMatchObject({
      status: 200,
      body: { ...RULE, id: ruleId },
    });
    expect(await asAdam.get('/api/admin/content-filter?q=SCAM&enabled=true')).toMatchObject({
      status: 200,
      body: { total: 1, items: [{ ...RULE, id: ruleId, hits30Days: 0, costMs: 0 }] },
    });
    expect(await asAdam.post('/api/admin/content-filter', RULE)).toMatchObject({ status: 409 });
    const other = await asAdam.post('/api/admin/content-filter', { ...RULE, pattern: 'other' });
    const { id } = other.body as { id: number };
    expect(await asAdam.delete(`/api/admin/content-filter/${id}`)).toAnswer(200);
    expect(await asAdam.delete(`/api/admin/content-filter/${id}`)).toAnswer(404);
  });

  test('an invalid content rule answers 400 with the field', async ({ asAdam }) => {
    const refused = await asAdam.post('/api/admin/content-filter', { ...RULE, kind: 'regex', pattern: '(a+)+$' });
    const message = 'A repetition within a repetition is not supported in a pattern';
    expect(refused).toMatchObject({ status: 400, body: { message, errors: [{ path: 'pattern', message }] } });
    expect(await asAdam.post('/api/admin/content-filter', { ...RULE, fields: [] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'fields' }] },
    });
  });

  test('a rule that would stop much is previewed, asks to be confirmed, and can be tried first', async ({
    world,
    asAdam,
    anna,
    bob,
  }) => {
    await world.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       select (array[$1, $2]::bigint[])[1 + n % 2], 'Steel', 'x', 'food', 'vn', 'x' from generate_series(1, 12) n`,
      [anna.id, bob.id],
    );
    const steel = { ...RULE, pattern: 'steel', fields: ['post_title'] };
    expect(await asAdam.post('/api/admin/content-filter/preview', steel)).toMatchObject({
      status: 200,
      body: {
        texts: 12,
        hits: 12,
        fields: [{ field: 'post_title', texts: 12, hits: 12 }],
        isCommonInPrivate: null,
        examples: Array.from({ length: 5 }, () => ({ field: 'post_title', excerpt: 'Steel' })),
      },
    });
    expect(await asAdam.post('/api/admin/content-filter', steel)).toMatchObject({
      status: 409,
      body: { code: 'confirmation_needed' },
    });
    const tried = await asAdam.post('/api/admin/content-filter', { ...steel, isTrial: true });
    expect(tried).toMatchObject({ status: 201, body: { ...steel, isTrial: true } });
    const { id } = tried.body as { id: number };
    expect(await asAdam.get('/api/admin/content-filter?trial=true')).toMatchObject({
      body: { total: 1, items: [{ id, isTrial: true, trialSince: expect.any(String) }] },
    });
    expect(await asAdam.put(`/api/admin/content-filter/${id}`, steel)).toAnswer(409);
    expect(await asAdam.put(`/api/admin/content-filter/${id}`, { ...steel, isConfirmed: true })).toMatchObject({
      status: 200,
      body: { ...steel, id, isTrial: false },
    });
    expect(await asAdam.delete(`/api/admin/content-filter/${id}`)).toAnswer(200);
    await world.sql('delete from public.posts');
  });

  test('a preview of messages and quotes tells no number, and a trial finds nothing there', async ({
    world,
    asAdam,
    asAnna,
    asBob,
  }) => {
    const { id } = (await asAnna.post('/api/posts', POST)).body as { id: number };
    const rule = { ...RULE, kind: 'regex', pattern: 'zebracode [5-9]', fields: ['quote'] };
    const tried = await asAdam.post('/api/admin/content-filter', { ...rule, isTrial: true });
    expect(await asBob.post('/api/quotes', { ...QUOTE, postId: id, deliveryTo: 'zebracode 7' })).toMatchObject({
      status: 201,
    });
    for (const pattern of ['zebracode [6-9]', 'zebracode [0-4]'])
      expect(await asAdam.post('/api/admin/content-filter/preview', { ...rule, pattern })).toAnswer(200, {
        texts: 0,
        hits: 0,
        fields: [],
        isCommonInPrivate: false,
        examples: [],
      });
    expect(
      await world.sql(
        `select after ->> 'pattern' as pattern from public.audit_log where action = 'judge_content_rule' and after ->> 'kind' = 'regex' order by id`,
      ),
    ).toEqual([{ pattern: 'zebracode [6-9]' }, { pattern: 'zebracode [0-4]' }]);
    expect(await asAdam.get('/api/admin/content-filter/hits?action=trial')).toMatchObject({ body: { total: 0 } });
    expect(await asAdam.delete(`/api/admin/content-filter/${(tried.body as { id: number }).id}`)).toAnswer(200);
    for (const table of ['content_hits', 'quotes', 'posts']) await world.sql(`delete from public.${table}`);
  });

  test('a text is tested without being stored', async ({ world, asAdam }) => {
    expect(await asAdam.post('/api/admin/content-filter/test', { field: 'quote', text: 'No SCAM' })).toMatchObject({
      status: 200,
      body: { verdict: 'blocked', masked: 'No SCAM', hits: [{ ruleId, action: 'block', start: 4, length: 4 }] },
    });
    expect(
      await asAdam.post('/api/admin/content-filter/test', { field: 'quote', text: 'x'.repeat(5001) }),
    ).toMatchObject({ status: 400 });
    expect(await world.sql('select id from public.content_hits')).toEqual([]);
  });

  test.for([
    ['GET', '/api/admin/content-filter'],
    ['POST', '/api/admin/content-filter'],
    ['PUT', '/api/admin/content-filter/1'],
    ['DELETE', '/api/admin/content-filter/1'],
    ['POST', '/api/admin/content-filter/test'],
    ['POST', '/api/admin/content-filter/preview'],
    ['GET', '/api/admin/content-filter/hits'],
    ['GET', '/api/admin/stats'],
  ] as const)('%s %s answers 401 to a guest and 403 to bob [A65]', async ([method, path], { asBob }) => {
    const json = method === 'GET' || method === 'DELETE' ? undefined : { ...RULE, text: 'x', field: 'quote' };
    expect(await new ApiClient().call(method, path, { json })).toAnswer(401);
    expect(await asBob.call(method, path, { json })).toAnswer(403);
  });
});

describe('a text that a rule blocks', () => {
  test('a blocked text answers 400 with every field that contains it, and the refusal is counted and listed', async ({
    world,
    asAdam,
    asAnna,
    asBob,
  }) => {
    const answer = await asAnna.post('/api/posts', { ...POST, title: 'A scam' });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: REFUSED, errors: [{ path: 'title', message: REFUSED }] },
    });
    expect(answer.text).not.toContain('refusal');
    const post = await asAnna.post('/api/posts', POST);
    const { id } = post.body as { id: number };
    expect(
      await asBob.post('/api/quotes', { ...QUOTE, postId: id, paymentMethod: 'scam', deliveryTo: 'SCAM' }),
    ).toMatchObject({
      status: 400,
      body: {
        message: REFUSED,
        errors: [
          { path: 'paymentMethod', message: REFUSED },
          { path: 'deliveryTo', message: REFUSED },
        ],
      },
    });
    // Counted after the answer.
    const counts = () => world.sql('select context, count(*)::int from public.content_hits group by 1 order by 1');
    await expect.poll(counts, { timeout: 30_000 }).toEqual([
      { context: 'post_title', count: 1 },
      { context: 'quote', count: 1 },
    ]);
    expect(await world.sql('select id from public.quotes')).toEqual([]);
    expect(await asAdam.get('/api/admin/content-filter/hits?action=block&pageSize=1')).toMatchObject({
      status: 200,
      body: { total: 2, items: [{ ruleId, ruleName: 'word: scam', action: 'block', excerpt: null, entityId: null }] },
    });
    expect(await asAdam.get(`/api/admin/content-filter/hits?rule=${ruleId}&action=trial`)).toMatchObject({
      body: { total: 0, items: [] },
    });
    expect(await asAdam.get('/api/admin/content-filter/hits?action=other')).toAnswer(400);
  });
});
