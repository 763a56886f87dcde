import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { ANOTHER_SUPPLIER_CHOSEN, DECLINE_REASONS } from '../../functions/_shared/domain/quote-status.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, QUOTE, type QuoteFields, sendQuote, value } from './support.ts';

let post: number;
let quote: number;

const test = fileTest.extend('dora', () => world.person('dora'));

test.beforeEach(async ({ anna, bob }) => {
  await world.sql('delete from public.quotes');
  await world.sql('delete from public.content_rules');
  ({ id: post } = await world.createPost(anna, { title: 'Steel pipes' }));
  quote = await quoteBy(bob);
  await forget();
});

async function quoteBy(supplier: Person, fields: QuoteFields = {}): Promise<number> {
  return (await value(sendQuote(supplier.client, post, fields)))[0]?.quote_id ?? 0;
}

/** Of notifications, mails and limits. */
async function forget(): Promise<void> {
  for (const table of ['public.notifications', 'private.mail_outbox', 'private.rate_limit_uses'])
    await world.sql(`delete from ${table}`);
}

const shortlist = ({ client }: Person, is_on = true) => client.rpc('shortlist_quote', { quote_id: quote, is_on });
const accept = ({ client }: Person, close_request = false, expected_version = 1, quote_id = quote) =>
  client.rpc('accept_quote', { quote_id, close_request, expected_version });
const decline = ({ client }: Person, reason?: string, quote_id = quote) =>
  client.rpc('decline_quote', { quote_id, reason });
const reopen = ({ client }: Person) => client.rpc('reopen_quote', { quote_id: quote });
const withdraw = ({ client }: Person, reason?: string) => client.rpc('withdraw_quote', { quote_id: quote, reason });
const cancel = ({ client }: Person, reason: string) => client.rpc('cancel_deal', { quote_id: quote, reason });
const revise = ({ client }: Person, fields: QuoteFields, expected_version = 1) =>
  client.rpc('revise_quote', { quote_id: quote, quote: { ...QUOTE, ...fields }, expected_version });

const stored = async (id = quote) => {
  const [row] = await world.sql<Record<string, unknown>>(
    `select status, status_reason, revision, version, price_text, valid_until::text, post_id::int, revised_at is not null as is_revised,
       changed_at > created_at as has_changed from public.quotes where id = $1`,
    [id],
  );
  return row;
};
const history = (person: Person, id = quote) =>
  value(
    person.client
      .from('quote_events')
      .select('actor_id, kind, from_status, to_status, reason, before, after')
      .eq('quote_id', id)
      .order('id'),
  );
const messagesTo = async (person: Person) =>
  (await notificationsOf(person)).map(({ message, data }) => [message, data]);
const mails = () =>
  world.sql<{ recipient: string; template: string; data: unknown }>(
    'select recipient, template, data from private.mail_outbox order by id',
  );
/** Moves the quote and all that happened to it into the past. */
async function timePasses(interval: string): Promise<void> {
  await world.sql(
    `update public.quotes set created_at = created_at - $1::interval, changed_at = changed_at - $1::interval,
       revised_at = revised_at - $1::interval`,
    [interval],
  );
  await world.sql('update public.quote_events set created_at = created_at - $1::interval', [interval]);
}
/** The day so many days from now, in UTC as the database has it. */
const day = async (days: number) => {
  const [row] = await world.sql<{ day: string }>('select (private.today() + $1::int)::text as day', [days]);
  return row?.day ?? '';
};
const closed = () =>
  world.sql('select closed_at is not null as is_closed, closed_reason from public.posts where id = $1', [post]);
const suspend = (person: Person) =>
  world.sql(
    `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'Spam' where profile_id = $1`,
    [person.id],
  );
const lift = (person: Person) =>
  world.sql('update public.accounts set suspended_until = null, suspension_reason = null where profile_id = $1', [
    person.id,
  ]);

describe('a quote that is sent', () => {
  test('a new quote is pending, in its first version and valid for 30 days [A602,A611]', async () => {
    expect(await stored()).toMatchObject({
      status: 'pending',
      status_reason: null,
      revision: 0,
      version: 1,
      valid_until: await day(30),
    });
  });

  test('a quote can be valid from today for a year, no shorter and no longer [A611]', async ({ anna, dora }) => {
    for (const [days, refusal] of [
      [-1, 'The last day is in the past'],
      [366, 'The last day must be within a year'],
    ] as const) {
      const { error } = await sendQuote(dora.client, post, { valid_until: await day(days) });
      expect([error?.message, error?.details]).toEqual([refusal, expect.stringContaining('"path": "validUntil"')]);
    }
    for (const days of ['infinity', '-infinity', 'x', '2026-13-01'])
      expect(await sendQuote(dora.client, post, { valid_until: days })).toAnswer(400);
    for (const days of [0, 365]) {
      ({ id: post } = await world.createPost(anna));
      expect(await stored(await quoteBy(dora, { valid_until: await day(days) }))).toMatchObject({
        valid_until: await day(days),
      });
    }
  });

  test('a quote is refused on a closed request and after its deadline [A621]', async ({ anna, bob }) => {
    const { id } = await world.createPost(anna);
    await anna.client.rpc('close_post', { post_id: id, reason: 'no_need' });
    expect(await outcome(sendQuote(bob.client, id))).toEqual([409, 'This request is closed']);
    await anna.client.rpc('reopen_post', { post_id: id });
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 second' where id = $1`, [id]);
    expect(await outcome(sendQuote(bob.client, id))).toEqual([409, 'This request is closed']);
    await world.sql(`update public.posts set quote_deadline = now() + interval '1 minute' where id = $1`, [id]);
    expect(await outcome(sendQuote(bob.client, id))).toEqual([200]);
  });
});

describe('a shortlist', () => {
  test('a supplier is notified of a shortlist and led to the quote; its end takes that back unread [A603]', async ({
    anna,
    bob,
  }) => {
    expect(await value(shortlist(anna))).toEqual([{ status: 'shortlisted', version: 1 }]);
    expect(await stored()).toMatchObject({ status: 'shortlisted', has_changed: true });
    const told = [['Your quote on "Steel pipes" was shortlisted', { type: 'quote_shortlisted', quoteId: quote }]];
    expect(await messagesTo(bob)).toEqual(told);
    expect(await value(shortlist(anna, false))).toEqual([{ status: 'pending', version: 1 }]);
    expect(await messagesTo(bob)).toEqual([]);
    await shortlist(anna);
    await bob.client.rpc('mark_all_notifications_read');
    await shortlist(anna, false);
    expect(await messagesTo(bob)).toEqual(told);
    expect(await messagesTo(anna)).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});

describe('accepting', () => {
  test('an accepted quote is stored with its time and notified by mail too; both go on reading it [A604]', async ({
    anna,
    bob,
  }) => {
    expect(await value(accept(anna))).toEqual([{ status: 'accepted', version: 1 }]);
    expect(await stored()).toMatchObject({ status: 'accepted', has_changed: true });
    const message = 'Your quote on "Steel pipes" was accepted';
    expect(await messagesTo(bob)).toEqual([[message, { type: 'quote_accepted', quoteId: quote }]]);
    expect(await mails()).toEqual([
      {
        recipient: bob.email,
        template: 'quote_accepted',
        data: { message, title: 'Steel pipes', path: `/my-quotes?quote=${quote}` },
      },
    ]);
    for (const person of [anna, bob]) {
      expect(await value(person.client.from('quotes').select('status'))).toEqual([{ status: 'accepted' }]);
      expect(await history(person)).toEqual([
        {
          actor_id: anna.id,
          kind: 'accept',
          from_status: 'pending',
          to_status: 'accepted',
          reason: null,
          before: null,
          after: null,
        },
      ]);
    }
  });

  test('accepting a quote and closing the request declines the others, each notified once [A605]', async ({
    anna,
    bob,
    carl,
    dora,
  }) => {
    const others = [await quoteBy(carl), await quoteBy(dora)];
    await value(anna.client.rpc('shortlist_quote', { quote_id: others[1] ?? 0, is_on: true }));
    await forget();
    await value(accept(anna, true));
    expect(await closed()).toEqual([{ is_closed: true, closed_reason: 'awarded' }]);
    for (const [at, person] of [carl, dora].entries()) {
      expect(await stored(others[at])).toMatchObject({ status: 'declined', status_reason: ANOTHER_SUPPLIER_CHOSEN });
      expect(await messagesTo(person)).toEqual([
        [
          'Your quote on "Steel pipes" was declined: Another supplier was chosen',
          { type: 'quote_declined', quoteId: others[at] },
        ],
      ]);
      expect((await history(person, others[at])).at(-1)).toMatchObject({
        actor_id: anna.id,
        kind: 'decline',
        from_status: ['pending', 'shortlisted'][at],
        reason: ANOTHER_SUPPLIER_CHOSEN,
      });
    }
    expect(await messagesTo(bob)).toHaveLength(1);
    expect(await messagesTo(anna)).toEqual([]);
    expect((await mails()).map(({ recipient, template }) => `${template} ${recipient}`).sort()).toEqual([
      `quote_accepted ${bob.email}`,
      `quote_declined ${carl.email}`,
      `quote_declined ${dora.email}`,
    ]);
  });

  test('decided quotes stay as they are when one is accepted, and a supplier with two gets a true reason [A605]', async ({
    anna,
    bob,
    carl,
    dora,
  }) => {
    const declined = await quoteBy(carl);
    await value(decline(anna, 'Too dear', declined));
    const deal = await quoteBy(dora);
    await value(accept(anna, false, 1, deal));
    await world.sql('delete from private.quote_waits');
    const second = await quoteBy(bob);
    await forget();
    await value(accept(anna, true));
    expect(await stored(declined)).toMatchObject({ status: 'declined', status_reason: 'Too dear' });
    expect(await stored(deal)).toMatchObject({ status: 'accepted' });
    expect(await stored(second)).toMatchObject({
      status: 'declined',
      status_reason: 'Another quote of yours was accepted',
    });
    expect((await messagesTo(bob)).map(([message]) => message)).toEqual(['Your quote on "Steel pipes" was accepted']);
    for (const person of [carl, dora]) expect(await messagesTo(person)).toEqual([]);
  });

  test('accepting without closing changes nothing else, and another quote can be accepted too [A605]', async ({
    anna,
    carl,
  }) => {
    const other = await quoteBy(carl);
    await forget();
    await value(accept(anna));
    expect(await closed()).toEqual([{ is_closed: false, closed_reason: null }]);
    expect(await stored(other)).toMatchObject({ status: 'pending', has_changed: false });
    expect(await messagesTo(carl)).toEqual([]);
    expect(await value(accept(anna, true, 1, other))).toEqual([{ status: 'accepted', version: 1 }]);
    expect(await stored()).toMatchObject({ status: 'accepted' });
  });

  test('accepting a quote names the version that was read [A612]', async ({ anna, bob }) => {
    await value(revise(bob, { price_text: '9 USD/piece' }));
    const { status, error } = await accept(anna);
    expect([status, error?.message, error?.details]).toEqual([
      409,
      'The supplier has just changed this quote. Please look again.',
      expect.stringContaining('changed_meanwhile'),
    ]);
    expect(await stored()).toMatchObject({ status: 'pending' });
    // Not a number is null in JSON, so no version: refused while a change is fresh.
    expect(await accept(anna, false, Number.NaN)).toAnswer(409);
    expect(await value(accept(anna, false, 2))).toEqual([{ status: 'accepted', version: 2 }]);
  });

  test('a quote is accepted on its last day, not on the day after [A611]', async ({ anna }) => {
    await world.sql('update public.quotes set valid_until = private.today() - 1');
    const [row] = await world.sql<{ day: string }>(`select to_char(private.today() - 1, 'Mon FMDD, YYYY') as day`);
    expect(await outcome(accept(anna))).toEqual([409, `This quote expired on ${row?.day}`]);
    expect(await stored()).toMatchObject({ status: 'pending' });
    await world.sql('update public.quotes set valid_until = private.today()');
    expect(await outcome(accept(anna))).toEqual([200]);
  });

  test('an old quote without a last day can be accepted', async ({ anna }) => {
    await world.sql('update public.quotes set valid_until = null');
    expect(await outcome(accept(anna))).toEqual([200]);
  });
});

describe('declining', () => {
  test('a supplier gets the reason of a declined quote as it was written [A606]', async ({ anna, bob }) => {
    expect(await value(decline(anna, ' The price is too high: by a third '))).toEqual([
      { status: 'declined', version: 1 },
    ]);
    expect(await stored()).toMatchObject({ status_reason: 'The price is too high: by a third' });
    const message = 'Your quote on "Steel pipes" was declined: The price is too high: by a third';
    expect(await messagesTo(bob)).toEqual([[message, { type: 'quote_declined', quoteId: quote }]]);
    expect(await mails()).toMatchObject([{ recipient: bob.email, template: 'quote_declined', data: { message } }]);
    expect(await history(bob)).toMatchObject([{ kind: 'decline', reason: 'The price is too high: by a third' }]);
  });

  test('declining a quote needs no reason [A606]', async ({ anna, bob }) => {
    await value(decline(anna, '  '));
    expect(await stored()).toMatchObject({ status_reason: null });
    expect(await messagesTo(bob)).toMatchObject([['Your quote on "Steel pipes" was declined', {}]]);
  });

  test('a declined quote has up to 300 characters of own words, with a reason of the list or without [A606,A613]', async ({
    anna,
  }) => {
    for (const reason of ['', ...DECLINE_REASONS.map((each) => `${each}: `)]) {
      const { error, status } = await decline(anna, `${reason}${'x'.repeat(301)}`);
      expect([status, error?.message, error?.details]).toEqual([
        400,
        'Reason too long',
        expect.stringContaining('"path": "reason"'),
      ]);
      expect(await outcome(decline(anna, `${reason}${'x'.repeat(300)}`))).toEqual([200]);
      await value(reopen(anna));
    }
    expect(await stored()).toMatchObject({ status: 'pending', status_reason: null });
  });

  test('a decline can be undone while the request is open, and the supplier is notified [A606]', async ({
    anna,
    bob,
  }) => {
    await value(decline(anna));
    await forget();
    expect(await value(reopen(anna))).toEqual([{ status: 'pending', version: 1 }]);
    expect(await messagesTo(bob)).toEqual([
      ['Your quote on "Steel pipes" is pending again', { type: 'quote_reopened', quoteId: quote }],
    ]);
    await value(decline(anna));
    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    expect(await outcome(reopen(anna))).toEqual([409, 'This request is closed']);
    await anna.client.rpc('reopen_post', { post_id: post });
    expect(await outcome(reopen(anna))).toEqual([200]);
  });
});

describe('withdrawing', () => {
  test('a withdrawn quote notifies the owner, closes the conversation and keeps the wait [A607]', async ({
    anna,
    bob,
  }) => {
    expect(await value(withdraw(bob, 'Sold out'))).toEqual([{ status: 'withdrawn', version: 1 }]);
    expect(await stored()).toMatchObject({ status_reason: 'Sold out' });
    const message = 'bob withdrew the quote on "Steel pipes"';
    expect(await messagesTo(anna)).toEqual([[message, { type: 'quote_withdrawn', postId: post }]]);
    expect(await messagesTo(bob)).toEqual([]);
    expect(await mails()).toMatchObject([
      { recipient: anna.email, template: 'quote_changed', data: { message, title: 'Steel pipes' } },
    ]);
    for (const { client } of [anna, bob]) {
      const reason = 'This quote was withdrawn, so this conversation is closed';
      expect(await value(client.rpc('conversation_closed_reason', { quote_id: quote }))).toBe(reason);
      expect(await outcome(client.rpc('send_message', { quote_id: quote, content: 'But' }))).toEqual([409, reason]);
    }
    expect(await sendQuote(bob.client, post)).toAnswer(429);
    expect(await value(anna.client.from('post_counters').select('quotes').eq('post_id', post))).toEqual([
      { quotes: 1 },
    ]);
  });

  test('withdrawing takes a reason of up to 300 characters or none [A613]', async ({ bob }) => {
    expect(await outcome(withdraw(bob, 'x'.repeat(301)))).toEqual([400, 'Reason too long']);
    expect(await outcome(withdraw(bob, ' '))).toEqual([200]);
    expect(await stored()).toMatchObject({ status_reason: null });
  });
});

describe('cancelling a deal', () => {
  test.for(['owner', 'supplier'] as const)(
    'a deal cancelled by its %s needs a reason, which the other party reads [A609]',
    async (who, { anna, bob }) => {
      await value(accept(anna));
      await forget();
      const [actor, other] = who === 'owner' ? [anna, bob] : [bob, anna];
      for (const reason of ['', ' ', 'x'.repeat(501)]) expect(await cancel(actor, reason)).toAnswer(400);
      const reason = 'x'.repeat(500);
      expect(await value(cancel(actor, reason))).toEqual([{ status: 'cancelled', version: 1 }]);
      const message = `${actor.username} cancelled the deal on "Steel pipes": ${reason}`;
      const link = who === 'owner' ? { quoteId: quote } : { postId: post };
      expect(await messagesTo(other)).toEqual([[message, { type: 'deal_cancelled', ...link }]]);
      expect(await messagesTo(actor)).toEqual([]);
      expect(await mails()).toMatchObject([
        { recipient: other.email, template: 'quote_changed', data: { message, title: 'Steel pipes' } },
      ]);
      expect(await history(other)).toMatchObject([{ kind: 'accept' }, { kind: 'cancel', actor_id: actor.id, reason }]);
    },
  );
});

describe('revising', () => {
  test('three times is told with what changed, keeps the row and the old facts [A608]', async ({ anna, bob }) => {
    await timePasses('16 minutes');
    await value(shortlist(anna));
    await timePasses('16 minutes');
    await forget();
    expect(
      await value(revise(bob, { price_text: '0.9 USD/piece', delivery_time: '20 days', description: 'New mill' })),
    ).toEqual([{ status: 'shortlisted', version: 2 }]);
    expect(await stored()).toMatchObject({ revision: 1, version: 2, is_revised: true, price_text: '0.9 USD/piece' });
    const message =
      'bob revised the quote on "Steel pipes": price (1 USD/piece → 0.9 USD/piece), delivery time (30 days → 20 days), description';
    expect(await messagesTo(anna)).toEqual([[message, { type: 'quote_revised', postId: post }]]);
    expect(await mails()).toMatchObject([{ recipient: anna.email, template: 'quote_changed', data: { message } }]);
    expect((await history(anna)).at(-1)).toEqual({
      actor_id: bob.id,
      kind: 'revise',
      from_status: 'shortlisted',
      to_status: 'shortlisted',
      reason: null,
      before: { price_text: '1 USD/piece', delivery_time: '30 days', description: '' },
      after: { price_text: '0.9 USD/piece', delivery_time: '20 days', description: 'New mill' },
    });
    for (const version of [2, 3]) {
      await timePasses('16 minutes');
      expect(await outcome(revise(bob, { price_text: `0.${version} USD` }, version))).toEqual([200]);
    }
    await timePasses('16 minutes');
    expect(await outcome(revise(bob, { price_text: '0.1 USD' }, 4))).toEqual([
      409,
      'This quote is shortlisted and has been revised three times, which is the most',
    ]);
    expect(await stored()).toMatchObject({ revision: 3, version: 4, price_text: '0.3 USD' });
    expect(await sendQuote(bob.client, post)).toAnswer(429);
    expect(await value(anna.client.from('post_counters').select('quotes').eq('post_id', post))).toEqual([
      { quotes: 1 },
    ]);
    expect(await world.sql('select 1 from public.quotes')).toHaveLength(1);
  });

  test('a revision within 15 minutes is a correction: it does not count and is in the history [A608]', async ({
    anna,
    bob,
  }) => {
    await timePasses('14 minutes 55 seconds');
    for (const version of [1, 2, 3, 4]) await value(revise(bob, { price_text: `${version + 1} USD` }, version));
    expect(await stored()).toMatchObject({ revision: 0, version: 5, is_revised: false, has_changed: false });
    expect(await messagesTo(anna)).toEqual([]);
    expect(await mails()).toEqual([]);
    expect((await history(anna)).map(({ kind }) => kind)).toEqual(['correct', 'correct', 'correct', 'correct']);
    await timePasses('6 seconds');
    await value(revise(bob, { price_text: '9 USD' }, 5));
    expect(await stored()).toMatchObject({ revision: 1, version: 6, has_changed: true });
    // Of what was just revised, a mistake can be corrected too.
    await value(revise(bob, { price_text: '8 USD' }, 6));
    expect(await stored()).toMatchObject({ revision: 1, version: 7 });
    expect((await history(anna)).slice(-2).map(({ kind }) => kind)).toEqual(['revise', 'correct']);
  });

  test('a revision counts once the owner has decided something, even if they undid it [A608]', async ({
    anna,
    bob,
  }) => {
    await value(shortlist(anna));
    await value(shortlist(anna, false));
    await value(revise(bob, { price_text: '2 USD' }));
    expect(await stored()).toMatchObject({ revision: 1, version: 2 });
    expect(await messagesTo(anna)).toHaveLength(1);
  });

  test('a revision to equal facts is no event and changes nothing', async ({ anna, bob }) => {
    await timePasses('1 day');
    expect(await value(revise(bob, {}))).toEqual([{ status: 'pending', version: 1 }]);
    expect(await value(revise(bob, { price_text: ' 1 USD/piece ', currency: 'usd' }))).toEqual([
      { status: 'pending', version: 1 },
    ]);
    expect(await stored()).toMatchObject({ revision: 0, version: 1 });
    expect(await history(anna)).toEqual([]);
    expect(await messagesTo(anna)).toEqual([]);
  });

  test('a revised expired quote is valid for another 30 days or until the given day [A611]', async ({ anna, bob }) => {
    await timePasses('40 days');
    await world.sql('update public.quotes set valid_until = private.today() - 10');
    await value(revise(bob, {}));
    expect(await stored()).toMatchObject({ valid_until: await day(30), revision: 1 });
    await timePasses('1 hour');
    await value(revise(bob, { valid_until: await day(60) }, 2));
    expect(await stored()).toMatchObject({ valid_until: await day(60) });
    // A day that lasts stays where none is given.
    await timePasses('1 hour');
    await value(revise(bob, { price_text: '2 USD' }, 3));
    expect(await stored()).toMatchObject({ valid_until: await day(60) });
    expect(await outcome(accept(anna, false, 4))).toEqual([200]);
  });

  test('a revision with fields that a sender cannot set is refused and changes nothing', async ({ bob }) => {
    const refused: QuoteFields[] = [
      { price_text: ' ' },
      { price_text: 'x'.repeat(21) },
      { product_match: 'different' },
      { payment_method: '' },
      { delivery_to: null },
      { post_id: 1 },
      { client_id: randomUUID() },
      { status: 'accepted' },
      { version: 7 },
      { supplier_id: 1 },
      { images: ['someone/else.png'] },
      { attachments: [{ path: 'x', name: 'x' }] },
      { attachments: 'x' },
      { account_type: 'organization', organization_name: 'X', tax_code: '1' },
      { valid_until: '2020-01-01' },
    ];
    for (const fields of refused) expect(await revise(bob, fields), JSON.stringify(fields)).toAnswer(400);
    expect(await outcome(revise(bob, { price_text: '2 USD' }, 7))).toEqual([
      409,
      'This quote has just been changed. Please look again.',
    ]);
    expect(await stored()).toMatchObject({ version: 1, price_text: '1 USD/piece', status: 'pending' });
  });

  test('a revision can call a kept file otherwise, and leaves it its name without one', async ({ anna, bob }) => {
    const path = `${bob.authId}/${randomUUID()}.pdf`;
    await value(
      bob.client.storage.from('quote-documents').upload(path, new Blob(['%PDF-1.4'], { type: 'application/pdf' })),
    );
    const names = async () =>
      (await value(anna.client.from('quote_attachments').select('name').eq('quote_id', quote))).map(({ name }) => name);
    await value(revise(bob, { attachments: [{ path, name: 'a.pdf' }] }));
    await value(revise(bob, { attachments: [{ path, name: 'b.pdf' }] }, 2));
    expect(await names()).toEqual(['b.pdf']);
    await value(revise(bob, { attachments: [{ path }] }, 3));
    expect(await names()).toEqual(['b.pdf']);
  });

  test('a revision adds and removes attachments, and keeps them if none are given', async ({ anna, bob }) => {
    const upload = async () => {
      const path = `${bob.authId}/${randomUUID()}.pdf`;
      const pdf = new Blob([new TextEncoder().encode('%PDF-1.4\n%%EOF')], { type: 'application/pdf' });
      await value(bob.client.storage.from('quote-documents').upload(path, pdf));
      return path;
    };
    const named = async () =>
      (await value(anna.client.from('quote_attachments').select('path, name').eq('quote_id', quote).order('name'))).map(
        ({ name }) => name,
      );
    const [first, second] = [await upload(), await upload()];
    await value(revise(bob, { attachments: [{ path: first, name: 'a.pdf' }] }));
    expect(await named()).toEqual(['a.pdf']);
    await value(
      revise(
        bob,
        {
          attachments: [
            { path: first, name: 'a.pdf' },
            { path: second, name: 'b.pdf' },
          ],
        },
        2,
      ),
    );
    expect(await named()).toEqual(['a.pdf', 'b.pdf']);
    await value(revise(bob, { price_text: '3 USD' }, 3));
    expect(await named()).toEqual(['a.pdf', 'b.pdf']);
    await value(revise(bob, { price_text: '3 USD', attachments: [{ path: second, name: 'b.pdf' }] }, 4));
    expect(await named()).toEqual(['b.pdf']);
    const third = await upload();
    const twice = [third, third].map((path) => ({ path, name: 'c.pdf' }));
    expect(await revise(bob, { price_text: '3 USD', attachments: twice }, 5)).toAnswer(400);
    const six = Array.from({ length: 6 }, () => ({ path: second, name: 'b.pdf' }));
    expect(await revise(bob, { price_text: '3 USD', attachments: six }, 5)).toAnswer(400);
    expect(await named()).toEqual(['b.pdf']);
    expect((await history(anna)).at(-1)).toMatchObject({
      before: { attachments: [{ name: 'a.pdf' }, { name: 'b.pdf' }] },
      after: { attachments: [{ name: 'b.pdf' }] },
    });
  });
});

describe('what stands in the way', () => {
  test('quotes on a closed request cannot go on, but they can be declined and withdrawn [A613]', async ({
    anna,
    bob,
  }) => {
    await anna.client.rpc('close_post', { post_id: post, reason: 'found_elsewhere' });
    const refusal = [409, 'This request is closed'];
    for (const act of [shortlist(anna), accept(anna), revise(bob, { price_text: '2 USD' })])
      expect(await outcome(act)).toEqual(refusal);
    expect(await outcome(decline(anna))).toEqual([200]);
    await world.sql(`update public.quotes set status = 'pending'`);
    expect(await outcome(withdraw(bob))).toEqual([200]);
  });

  test('the owner decides after the deadline, but quotes cannot be revised', async ({ anna, bob }) => {
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 minute' where id = $1`, [post]);
    expect(await outcome(revise(bob, { price_text: '2 USD' }))).toEqual([409, 'This request is closed']);
    for (const act of [() => shortlist(anna), () => decline(anna), () => reopen(anna), () => accept(anna)])
      expect(await outcome(act())).toEqual([200]);
  });

  test('quotes on a hidden request cannot go on, whoever hid it [A613]', async ({ anna, bob, adam }) => {
    for (const whoever of [anna, adam]) {
      await whoever.client.rpc('hide_post', { post_id: post });
      const refusal = [409, 'This request is hidden'];
      for (const act of [shortlist(anna), accept(anna), revise(bob, { price_text: '2 USD' })])
        expect(await outcome(act)).toEqual(refusal);
      await whoever.client.rpc('unhide_post', { post_id: post });
    }
    expect(await stored()).toMatchObject({ status: 'pending', version: 1 });
    expect(await outcome(accept(anna))).toEqual([200]);
  });

  test('quotes on a deleted request cannot go on, but a deal can be cancelled [A613]', async ({ anna, bob }) => {
    await value(anna.client.from('posts').delete().eq('id', post).select('id'));
    const refusal = [409, 'The request was deleted'];
    expect(await outcome(reopen(anna))).toEqual(refusal);
    await world.sql(`update public.quotes set status = 'pending'`);
    for (const act of [shortlist(anna), accept(anna, true), revise(bob, { price_text: '2 USD' })])
      expect(await outcome(act)).toEqual(refusal);
    await world.sql(`update public.quotes set status = 'accepted'`);
    await forget();
    expect(await outcome(cancel(bob, 'Over'))).toEqual([200]);
    // The post is gone, so the notification leads to none.
    expect(await messagesTo(anna)).toEqual([
      ['bob cancelled the deal on "Steel pipes": Over', { type: 'deal_cancelled' }],
    ]);
    expect(await mails()).toMatchObject([
      { recipient: anna.email, data: { path: `/account?tab=posts&quote=${quote}` } },
    ]);
  });

  test('a suspended party does nothing, and what goes on needs the other one too [A613]', async ({ anna, bob }) => {
    await suspend(anna);
    for (const act of [shortlist(anna), accept(anna), decline(anna), reopen(anna)]) expect(await act).toAnswer(403);
    expect(await outcome(revise(bob, { price_text: '2 USD' }))).toEqual([409, 'The other account is suspended']);
    await lift(anna);
    await suspend(bob);
    for (const act of [withdraw(bob), revise(bob, { price_text: '2 USD' })]) expect(await act).toAnswer(403);
    for (const act of [shortlist(anna), accept(anna)])
      expect(await outcome(act)).toEqual([409, 'The other account is suspended']);
    expect(await outcome(decline(anna))).toEqual([200]);
    await lift(bob);
    expect(await history(anna)).toMatchObject([{ kind: 'decline' }]);
  });

  test('a deleted account withdraws what is undecided; its history keeps no names [A613]', async ({
    anna,
    mona,
    carl,
  }) => {
    const eve = await world.person('eve', { organization: 'Eve & Co', taxCode: '0301234567' });
    const organization = { account_type: 'organization', organization_name: 'Eve & Co', tax_code: '0301234567' };
    quote = await quoteBy(eve);
    await value(revise(eve, { ...organization, price_text: '2 USD' }));
    await forget();
    await value(
      mona.client.rpc('delete_user', { user_id: eve.id, username: 'eve' }).then(({ error }) => ({ data: true, error })),
    );
    expect(await stored()).toMatchObject({ status: 'withdrawn', status_reason: 'The account was deleted' });
    expect(await history(anna)).toMatchObject([
      { kind: 'correct', before: { price_text: '1 USD/piece' }, after: { price_text: '2 USD' } },
      { kind: 'withdraw', reason: 'The account was deleted' },
    ]);
    expect(JSON.stringify(await history(anna))).not.toMatch(/Eve & Co|0301234567|organization/);
    expect(await outcome(accept(anna, false, 2))).toEqual([409, 'This quote is withdrawn, so it cannot be accepted']);
    expect(await history(carl)).toEqual([]);
  });

  test('nothing goes on with a deleted account, neither a decision nor a message', async ({ anna, mona }) => {
    const gus = await world.person('gus');
    quote = await quoteBy(gus);
    await value(decline(anna));
    await value(
      mona.client.rpc('delete_user', { user_id: gus.id, username: 'gus' }).then(({ error }) => ({ data: true, error })),
    );
    await forget();
    expect(await outcome(reopen(anna))).toEqual([409, 'The other account was deleted']);
    const message = { quote_id: quote, content: 'Hello?', client_id: randomUUID() };
    expect(await outcome(anna.client.rpc('send_message', message))).toEqual([
      409,
      'The other account was deleted, so this conversation is closed',
    ]);
  });

  test('a deal with a deleted account can be cancelled, and nobody is told [A613]', async ({ anna, mona }) => {
    const fred = await world.person('fred');
    quote = await quoteBy(fred);
    await value(accept(anna));
    await value(
      mona.client
        .rpc('delete_user', { user_id: fred.id, username: 'fred' })
        .then(({ error }) => ({ data: true, error })),
    );
    expect(await stored()).toMatchObject({ status: 'accepted' });
    await forget();
    expect(await outcome(cancel(anna, 'Gone'))).toEqual([200]);
    expect(await world.sql('select 1 from public.notifications')).toEqual([]);
  });

  test('a blocked word in a reason is refused at its field, a masked one is stored masked [A613]', async ({
    anna,
    bob,
  }) => {
    await world.sql(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'scam', 'block', '{quote}'), ('word', 'stupid', 'mask', '{quote}')`,
    );
    for (const act of [decline(anna, 'A scam'), withdraw(bob, 'A scam')]) {
      const { status, error } = await act;
      expect([status, error?.message, error?.details]).toEqual([
        400,
        'Your text contains content that is not allowed',
        expect.stringContaining('"path": "reason"'),
      ]);
    }
    const refused = await revise(bob, { price_text: 'scam' });
    expect([refused.status, refused.error?.details]).toEqual([400, expect.stringContaining('"path": "price"')]);
    expect(await stored()).toMatchObject({ status: 'pending', status_reason: null, version: 1 });
    expect(await history(anna)).toEqual([]);
    await value(decline(anna, 'A stupid price'));
    const [event] = await history(bob);
    expect(event?.reason).toMatch(/^A [^a-z]+ price$/);
    expect(await stored()).toMatchObject({ status_reason: event?.reason });
    expect(await messagesTo(bob)).toMatchObject([[`Your quote on "Steel pipes" was declined: ${event?.reason}`, {}]]);
  });

  test('status and history cannot be written past the functions', async ({ anna, bob }) => {
    for (const { client } of [anna, bob]) {
      expect(await client.from('quotes').update({ status: 'accepted' }).eq('id', quote)).toAnswer(403);
      expect(
        await client
          .from('quote_events')
          .insert({ quote_id: quote, kind: 'accept', from_status: 'pending', to_status: 'accepted' }),
      ).toAnswer(403);
      expect(await client.from('quote_events').delete().eq('quote_id', quote)).toAnswer(403);
    }
  });

  test('three hundred decisions an hour are enough for anybody', async ({ anna }) => {
    await world.sql(
      `insert into private.rate_limit_uses (action, subject, window_started_at, used) values ('quote_decision', $1, now(), 300)`,
      [String(anna.id)],
    );
    expect(await shortlist(anna)).toAnswer(429);
    expect(await stored()).toMatchObject({ status: 'pending' });
  });

  test('who has accepted fifty quotes in a day accepts no more, and can still decline', async ({ anna }) => {
    await world.sql(
      `insert into private.rate_limit_uses (action, subject, window_started_at, used) values ('accept', $1, now(), 50)`,
      [String(anna.id)],
    );
    expect(await outcome(accept(anna))).toEqual([429, 'Too many requests. Please try again in 24 hours.']);
    expect(await stored()).toMatchObject({ status: 'pending' });
    expect(await decline(anna)).toAnswer(200);
  });
});

describe('a switch of the admins', () => {
  test('an admin switch ends the notification and not the mail', async ({ anna, bob, adam }) => {
    await value(
      adam.client
        .rpc('set_notification_kind', { kind: 'quote_accepted', is_enabled: false })
        .then(({ error }) => ({ data: true, error })),
    );
    await value(accept(anna));
    expect(await messagesTo(bob)).toEqual([]);
    expect(await mails()).toMatchObject([{ template: 'quote_accepted' }]);
    await adam.client.rpc('set_notification_kind', { kind: 'quote_accepted', is_enabled: true });
  });

  test('an unsubscribed mail is not sent, but its notification is', async ({ anna, bob }) => {
    await world.sql(`select private.prefer($1, 'quote_declined', null, 'off')`, [bob.id]);
    await value(decline(anna, 'Too late'));
    expect(await mails()).toEqual([]);
    expect(await messagesTo(bob)).toHaveLength(1);
    await world.sql('delete from private.notification_preferences');
  });
});
