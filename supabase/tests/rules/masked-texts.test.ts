import { describe, expect } from 'vitest';
import { z } from 'zod';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { judged, notificationsOf, outcome, QUOTE, sendQuote, value } from './support.ts';

/* Masks: everybody reads the masked text; the original is kept for 30 days, and comes back with the end of its rule. */

const MASK = { kind: 'word', pattern: 'scam', action: 'mask', fields: ['post_title', 'post_description', 'message'] };

const test = fileTest
  .extend(
    'save',
    ({ adam }) =>
      (rule: object = {}, rule_id?: number) =>
        value(
          judged(() =>
            adam.client.rpc('save_content_rule', { rule: { ...MASK, ...rule }, ...(rule_id && { rule_id }) }),
          ),
        ),
  )
  .extend(
    'post',
    ({ anna }) =>
      (title: string, description = 'x') =>
        value(
          anna.client
            .from('posts')
            .insert({ title, description, category: 'food', country: 'vn', delivery_address: 'x' })
            .select('id, title, description, updated_at')
            .single(),
        ),
  );

test.beforeEach(async () => {
  for (const table of ['messages', 'quotes', 'posts', 'reviews', 'content_hits', 'content_rules', 'notifications'])
    await world.sql(`delete from public.${table}`);
  await world.sql('delete from private.masked_texts');
  await world.sql('delete from private.ended_masks');
  await world.sql('delete from private.quote_waits');
});

const originals = async () =>
  (await world.sql<{ original: string }>('select original from private.masked_texts order by original')).map(
    ({ original }) => original,
  );

/** Runs the job until it finds nothing to do. */
async function work() {
  for (;;) {
    const [done] = await world.sql<{ count: number }>(`select public.housekeep('masks') as count`);
    if (!done?.count) return;
  }
}

const titleOf = async (client: Person['client'], id: number) =>
  (await value(client.from('posts').select('title').eq('id', id).single())).title;

const quoteOn = async (supplier: Person, post: number) => {
  const [quote] = await value(sendQuote(supplier.client, post, QUOTE));
  return quote?.quote_id ?? 0;
};

describe('a masked text', () => {
  test('a masked text is masked at every door, for its author as well', async ({ anna, bob, adam, save, post }) => {
    await save();
    const { id, title } = await post('Steel scam');
    expect(title).toBe('Steel ****');
    for (const client of [anna.client, bob.client, adam.client, world.guest])
      expect(await titleOf(client, id)).toBe('Steel ****');
    expect(await value(bob.client.rpc('list_posts', { search: 'scam' }))).toEqual([]);
    const quote = await quoteOn(bob, id);
    await value(bob.client.rpc('send_message', { quote_id: quote, content: 'No scam' }));
    expect(await value(anna.client.from('messages').select('content'))).toEqual([{ content: 'No ****' }]);
    const told = [...(await notificationsOf(anna)), ...(await notificationsOf(bob))];
    expect(told.length).toBeGreaterThan(2);
    for (const { message } of told) expect(message).toContain('Steel ****');
    expect(await world.sql(`select 1 from private.mail_outbox o where to_jsonb(o)::text ~ 'scam'`)).toEqual([]);
    expect(await originals()).toEqual(['No scam', 'Steel scam']);
  });

  test('a text without a hit keeps no original, and neither do rules that block, flag or are on trial', async ({
    save,
    post,
  }) => {
    await save({ is_trial: true });
    await save({ pattern: 'fraud', action: 'flag' });
    await post('Steel scam, fraud');
    await post('Steel');
    expect(await originals()).toEqual([]);
  });
});

describe('the end of a rule', () => {
  test.for([
    ['is deleted', null],
    ['is switched off', { is_enabled: false }],
    ['goes on trial', { is_trial: true }],
    ['only flags', { action: 'flag' }],
    ['looks for something else', { pattern: 'fraud' }],
    ['looks elsewhere', { fields: ['message'] }],
  ] as const)(
    'when a rule that masks %s, its masks go and nobody is told',
    async ([_how, change], { anna, bob, adam, save, post }) => {
      const rule = await save();
      const { id, updated_at } = await post('Steel scam');
      const other = await post('Another scam');
      const quote = await quoteOn(bob, id);
      const state = async () => [
        await notificationsOf(anna),
        await notificationsOf(bob),
        await world.sql('select * from public.post_changes'),
        await world.sql('select action from public.content_hits'),
        await value(anna.client.from('posts').select('updated_at').eq('id', id).single()),
      ];
      const before = await state();
      expect(before.at(-1)).toEqual({ updated_at });
      if (change) await save(change, rule);
      else await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
      await work();
      expect([await titleOf(world.guest, id), await titleOf(bob.client, other.id)]).toEqual([
        'Steel scam',
        'Another scam',
      ]);
      expect(await originals()).toEqual([]);
      expect(await world.sql('select 1 from private.ended_masks')).toEqual([]);
      expect(await state()).toEqual(change ? before : [...before.slice(0, 3), expect.anything(), before.at(-1)]);
      expect((await value(bob.client.rpc('list_posts', { search: 'scam' }))).length).toBe(2);
      expect(await world.sql('select post_title from public.quotes where id = $1', [quote])).toEqual([
        { post_title: 'Steel scam' },
      ]);
    },
  );

  test('a quote that reads otherwise is a version that nobody accepts unread', async ({
    anna,
    bob,
    adam,
    save,
    post,
  }) => {
    const rule = await save({ fields: ['quote'] });
    const { id } = await post('Steel');
    const [quote] = await value(sendQuote(bob.client, id, { ...QUOTE, delivery_time: 'No scam' }));
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
    await work();
    expect(await world.sql('select delivery_time, version from public.quotes')).toEqual([
      { delivery_time: 'No scam', version: 2 },
    ]);
    const accept = (expected_version: number) =>
      outcome(
        anna.client.rpc('accept_quote', { quote_id: quote?.quote_id ?? 0, close_request: false, expected_version }),
      );
    expect((await accept(1))[0]).toBe(409);
    expect(await accept(2)).toEqual([200]);
  });

  test('the mask of a file name goes with its rule', async ({ adam, save, post }) => {
    const rule = await save({ fields: ['post_description'] });
    const { id } = await post('Steel');
    const [file] = await world.sql<{ name: string }>(
      `insert into public.post_attachments (post_id, path, name, size_bytes) values ($1, 'x.pdf', 'My scam.pdf', 1) returning name`,
      [id],
    );
    expect(file).toEqual({ name: 'My ****.pdf' });
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
    await work();
    expect(await world.sql('select name from public.post_attachments')).toEqual([{ name: 'My scam.pdf' }]);
    expect(await originals()).toEqual([]);
  });

  test('masks of other rules stay, and a rule that stays the same ends nothing', async ({ adam, save, post }) => {
    const scam = await save();
    const fraud = await save({ pattern: 'fraud' });
    const { id, title } = await post('scam and fraud');
    expect(title).toBe('**** and *****');
    await save({ pattern: 'fraud' }, fraud);
    expect(await world.sql('select 1 from private.ended_masks')).toEqual([]);
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: scam }));
    await work();
    expect(await titleOf(world.guest, id)).toBe('scam and *****');
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: fraud }));
    await work();
    expect(await titleOf(world.guest, id)).toBe('scam and fraud');
  });

  test('a rule that blocks by now does not keep an original from coming back', async ({ save, post }) => {
    const rule = await save();
    const { id } = await post('A scam');
    await save({ action: 'block' }, rule);
    await work();
    expect(await titleOf(world.guest, id)).toBe('A scam');
  });

  test('a review that was written again gets back what was written last', async ({ anna, bob, adam, save }) => {
    const rule = await save({ fields: ['review'] });
    const review = (comment: string) =>
      value(anna.client.rpc('submit_review', { reviewed_user_id: bob.id, rating: 5, comment }));
    const comment = async () => (await value(bob.client.from('reviews').select('comment').single())).comment;
    const id = await review('No scam at all');
    expect(await review('Sure: no scam at all')).toBe(id);
    expect(await comment()).toBe('Sure: no **** at all');
    expect(await originals()).toEqual(['Sure: no scam at all']);
    expect(await world.sql('select action from public.content_hits')).toHaveLength(1);
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
    await work();
    expect(await comment()).toBe('Sure: no scam at all');
  });

  test('a profile gets its company back, and its posts the name', async ({ anna, save, post }) => {
    const rule = await save({ fields: ['profile'] });
    await value(anna.client.from('profiles').update({ company_name: 'Scam Ltd' }).eq('id', anna.id).select('id'));
    const { id } = await post('Steel');
    await save({ fields: ['profile'], is_enabled: false }, rule);
    await work();
    expect(
      await world.sql(
        'select p.company_name, o.owner_names from public.profiles p join public.posts o on o.user_id = p.id where o.id = $1',
        [id],
      ),
    ).toEqual([{ company_name: 'Scam Ltd', owner_names: 'anna Scam Ltd' }]);
    await world.sql('update public.profiles set company_name = null where id = $1', [anna.id]);
  });
});

describe('the numbers of a quote', () => {
  const PHONE = '0912345678';
  const NUMBERS = 'price_text, price_value, quantity_text, quantity_value';
  const read = { price_text: PHONE, price_value: 912_345_678, quantity_text: '100', quantity_value: 100 };
  const masked = { ...read, price_text: '**********', price_value: null };

  test('a masked price or quantity is readable as a number by no door, and is one again without the rule', async ({
    anna,
    bob,
    adam,
    save,
    post,
  }) => {
    const { id } = await post('Steel');
    const quote = (await value(sendQuote(bob.client, id, { ...QUOTE, price_text: PHONE })))[0]?.quote_id ?? 0;
    const numbers = async () => {
      const rows = [];
      for (const { client } of [anna, bob])
        rows.push(await value(client.from('quotes').select(NUMBERS).eq('id', quote).single()));
      expect(rows[0]).toEqual(rows[1]);
      return rows[0];
    };
    let version = 0;
    const revise = (fields: object) =>
      value(
        bob.client.rpc('revise_quote', {
          quote_id: quote,
          quote: { ...QUOTE, ...fields },
          expected_version: (version += 1),
        }),
      );
    expect(await numbers()).toEqual(read);
    const rule = await save({ pattern: PHONE, fields: ['quote'] });
    await revise({ price_text: '5', quantity_text: PHONE });
    expect(await numbers()).toEqual({
      ...masked,
      price_text: '5',
      price_value: 5,
      quantity_text: '**********',
      quantity_value: null,
    });
    await revise({ price_text: PHONE });
    expect(await numbers()).toEqual(masked);
    await world.sql('update public.quotes set price_text = $2, price_value = 912345678 where id = $1', [quote, PHONE]);
    expect(await numbers()).toEqual(masked);
    await world.sql('update public.quotes set price_value = 912345678, quantity_value = 1 where id = $1', [quote]);
    expect(await numbers()).toEqual(masked);
    const { id: other } = await post('Pipes');
    await value(sendQuote(bob.client, other, { ...QUOTE, price_text: PHONE }));
    expect(await value(anna.client.from('quotes').select(NUMBERS).eq('post_id', other))).toEqual([masked]);
    expect(await value(anna.client.from('quotes').select('id').gt('price_value', 1000))).toEqual([]);
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
    await work();
    expect(await numbers()).toEqual(read);
  });
});

describe('what an author does with a masked text', () => {
  const edit = (anna: Person, id: number, title: string) =>
    value(anna.client.from('posts').update({ title }).eq('id', id).select('title').single());

  test.for([
    ['STEEL scam, 20 tons', 'STEEL ****, 20 tons', 'STEEL scam, 20 tons'],
    ['Steel ****, 20 tons', 'Steel ****, 20 tons', 'Steel scam, 20 tons'],
    ['Cheap **** here', 'Cheap **** here', 'Cheap **** here'],
    ['Steel', 'Steel', 'Steel'],
    ['Steel **', 'Steel **', 'Steel sc'],
  ] as const)(
    'an edit of "Steel ****" to "%s" keeps what is before and after the change',
    async ([typed, stored, restored], { anna, adam, save, post }) => {
      const rule = await save({ kind: 'regex', pattern: 'sc(am)?' });
      const { id } = await post('Steel scam');
      expect(await edit(anna, id, typed)).toEqual({ title: stored });
      await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
      await work();
      expect(await titleOf(world.guest, id)).toBe(restored);
    },
  );

  test('an edit of another field leaves the original, a deleted text takes it along', async ({
    anna,
    bob,
    save,
    post,
  }) => {
    await save();
    const { id } = await post('Steel scam', 'A scam');
    await value(anna.client.from('posts').update({ description: 'Twenty tons' }).eq('id', id).select('id'));
    expect(await originals()).toEqual(['Steel scam']);
    const message = await value(
      bob.client.rpc('send_message', { quote_id: await quoteOn(bob, id), content: 'No scam' }),
    );
    expect(await originals()).toEqual(['No scam', 'Steel scam']);
    expect(await outcome(bob.client.rpc('delete_message', { message_id: message }))).toEqual([204]);
    expect(await originals()).toEqual(['Steel scam']);
    await value(anna.client.from('posts').delete().eq('id', id).select('id'));
    expect(await originals()).toEqual([]);
  });
});

describe('how long an original is kept', () => {
  test('after 30 days the mask is final', async ({ adam, save, post }) => {
    const rule = await save();
    const [old, young] = [await post('Old scam'), await post('Young scam')];
    await world.sql(`update private.masked_texts set masked_at = now() - interval '31 days' where entity_id = $1`, [
      old.id,
    ]);
    await world.sql(`update private.masked_texts set masked_at = now() - interval '29 days' where entity_id = $1`, [
      young.id,
    ]);
    await work();
    expect(await originals()).toEqual(['Young scam']);
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
    await work();
    expect([await titleOf(world.guest, old.id), await titleOf(world.guest, young.id)]).toEqual([
      'Old ****',
      'Young scam',
    ]);
  });

  test('originals go with the account of their author, and the texts stay masked', async ({
    mona,
    adam,
    bob,
    save,
    post,
  }) => {
    const rule = await save();
    const { id } = await post('Steel');
    const eve = await world.person('eve');
    await value(eve.client.rpc('send_message', { quote_id: await quoteOn(eve, id), content: 'No scam' }));
    await value(bob.client.rpc('send_message', { quote_id: await quoteOn(bob, id), content: 'A scam' }));
    expect(await outcome(mona.client.rpc('delete_user', { user_id: eve.id, username: 'eve' }))).toEqual([200]);
    expect(await originals()).toEqual(['A scam']);
    await outcome(adam.client.rpc('delete_content_rule', { rule_id: rule }));
    await work();
    expect(await world.sql('select content from public.messages order by content')).toEqual([
      { content: 'A scam' },
      { content: 'No ****' },
    ]);
  });

  test('a rule judges the last texts by what was written, not by its own masks', async ({ adam, save, post }) => {
    const rule = await save();
    await post('A scam');
    await post('Steel');
    const preview = z.object({ texts: z.number(), hits: z.number() });
    expect(
      preview.parse(
        await value(
          adam.client.rpc('preview_content_rule', { rule: { ...MASK, fields: ['post_title'] }, rule_id: rule }),
        ),
      ),
    ).toEqual({ texts: 2, hits: 1 });
  });
});
