import { expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome } from './support.ts';

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const TODAY = dayBefore(0);

type Rate = { currency: string; day: string; usd_per_unit: number; is_sure?: boolean };
const set = ({ client }: Person, rate: Partial<Rate> = {}) =>
  client.rpc('set_exchange_rate', { currency: 'EUR', day: TODAY, usd_per_unit: 1.16, ...rate });

test('[A616] an admin enters a rate, everybody reads the newest of each currency, and the audit log knows', async ({
  world,
  bob,
  adam,
}) => {
  expect((await set(bob)).status).toBe(403);
  expect((await world.guest.rpc('set_exchange_rate', { currency: 'EUR', day: TODAY, usd_per_unit: 1 })).status).toBe(
    401,
  );
  expect((await set(adam, { day: dayBefore(3), usd_per_unit: 1.1 })).error).toBeNull();
  expect((await set(adam, { currency: ' eur ', usd_per_unit: 1.15 })).error).toBeNull();
  expect((await set(adam, { usd_per_unit: 1.16 })).error).toBeNull();
  expect((await set(adam, { currency: 'VND', day: dayBefore(20), usd_per_unit: 0.000_038 })).error).toBeNull();
  for (const client of [world.guest, bob.client]) {
    const { data } = await client.rpc('latest_exchange_rates').select('currency, day, usd_per_unit, source');
    expect(data).toEqual([
      { currency: 'EUR', day: TODAY, usd_per_unit: 1.16, source: 'Admin' },
      { currency: 'VND', day: dayBefore(20), usd_per_unit: 0.000_038, source: 'Admin' },
    ]);
  }
  expect((await world.guest.from('exchange_rates').select('currency')).data).toHaveLength(3);
  expect(
    await world.sql(
      `select actor_username, entity_id, before, after from public.audit_log where action = 'set_exchange_rate' order by id desc limit 2`,
    ),
  ).toEqual([
    expect.objectContaining({ actor_username: 'adam', entity_id: `VND ${dayBefore(20)}`, before: null }),
    {
      actor_username: 'adam',
      entity_id: `EUR ${TODAY}`,
      before: { source: 'Admin', usd_per_unit: 1.15 },
      after: { source: 'Admin', usd_per_unit: 1.16 },
    },
  ]);
});

test('[A616] a rate, currency or day that makes no sense is refused at its field', async ({ adam }) => {
  const cases: [Partial<Rate>, string][] = [
    [{ currency: 'USD' }, 'currency'],
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: '' }, 'currency'],
    [{ day: dayBefore(-2) }, 'day'],
    [{ day: dayBefore(400) }, 'day'],
    [{ usd_per_unit: 0 }, 'usdPerUnit'],
    [{ usd_per_unit: -1 }, 'usdPerUnit'],
    [{ usd_per_unit: 1e300 }, 'usdPerUnit'],
  ];
  for (const [rate, path] of cases) {
    const { error, status } = await set(adam, rate);
    expect({ status, details: error?.details }, JSON.stringify(rate)).toEqual({
      status: 400,
      details: expect.stringContaining(path),
    });
  }
  const { error } = await adam.client.from('exchange_rates').insert({
    currency: 'EUR',
    day: TODAY,
    usd_per_unit: 1,
    source: 'x',
  });
  expect(error?.code).toBe('42501');
});

test('[A616] the job stores what makes sense, leaves what an admin entered, and forgets what is a year old', async ({
  world,
  adam,
}) => {
  await set(adam);
  await world.sql(`insert into public.exchange_rates (currency, day, usd_per_unit, source)
    select 'GBP', current_date - d, 1.3, 'x' from unnest(array[367, 366, 1]) as d`);
  const store = async (rates: object, day = TODAY) =>
    (
      await world.sql<{ n: number }>(
        `select public.store_exchange_rates($1::jsonb, $2::date, 'rates.example.org') as n`,
        [JSON.stringify(rates), day],
      )
    )[0]?.n;
  const rates = { EUR: 2, VND: 0.000_038, USD: 1, btc: 1, X: 1, JPY: '1', CHF: 0, SEK: -1, NOK: 1e300, DKK: null };
  expect(await store(rates)).toBe(1);
  expect(await store(rates)).toBe(0);
  expect(await store({ VND: 0.000_039 })).toBe(1);
  expect(
    await world.sql(
      `select currency, usd_per_unit::float8 as rate, source from public.exchange_rates where day = current_date order by 1`,
    ),
  ).toEqual([
    { currency: 'EUR', rate: 1.16, source: 'Admin' },
    { currency: 'VND', rate: 0.000_039, source: 'rates.example.org' },
  ]);
  expect(
    await world.sql(
      `select (current_date - day)::int as age from public.exchange_rates where currency = 'GBP' order by 1`,
    ),
  ).toEqual([{ age: 1 }, { age: 366 }]);
  await expect(store({ EUR: 1 }, dayBefore(40))).rejects.toThrow('A day of the last month');
  await expect(store([1], TODAY)).rejects.toThrow('Invalid input');
});

test('a rate more than a fifth away from the nearest one is stored only by an admin who is sure', async ({
  world,
  adam,
}) => {
  const storedOn = async (day: string) =>
    (
      await world.sql<{ rate: number }>(
        `select usd_per_unit::float8 as rate from public.exchange_rates where currency = 'SEK' and day = $1::date`,
        [day],
      )
    )[0]?.rate;
  const sek = (rate: Partial<Rate>) => outcome(set(adam, { currency: 'SEK', ...rate }));
  const doubted = [409, 'This is more than 20 percent away from the last rate.'];
  expect(await sek({ day: dayBefore(2), usd_per_unit: 0.1 })).toEqual([204]);
  expect(await sek({ usd_per_unit: 0.12 })).toEqual([204]);
  for (const usd_per_unit of [1.2, 0.095, 0.145]) expect(await sek({ usd_per_unit })).toEqual(doubted);
  expect(await sek({ day: dayBefore(30), usd_per_unit: 1 })).toEqual(doubted);
  expect(await sek({ day: dayBefore(33), usd_per_unit: 1 })).toEqual([204]);
  expect(await sek({ usd_per_unit: 0.145, is_sure: true })).toEqual([204]);
  // The job cannot be asked.
  for (const rate of [0.2, 0.15])
    await world.sql(`select public.store_exchange_rates($1::jsonb, $2::date, 'rates.example.org')`, [
      JSON.stringify({ SEK: rate }),
      dayBefore(-1),
    ]);
  expect(await storedOn(dayBefore(-1))).toBe(0.15);
});

test('an admin deletes a rate, the one before it counts, and the audit log has what is gone', async ({
  world,
  bob,
  adam,
}) => {
  const remove = ({ client }: Pick<Person, 'client'>, currency = 'CHF') =>
    outcome(client.rpc('delete_exchange_rate', { currency, day: TODAY }));
  await set(adam, { currency: 'CHF', day: dayBefore(1), usd_per_unit: 1.24 });
  await set(adam, { currency: 'CHF', usd_per_unit: 1.25 });
  expect((await remove(bob))[0]).toBe(403);
  expect((await remove({ client: world.guest }))[0]).toBe(401);
  expect(await remove(adam)).toEqual([204]);
  expect(await remove(adam)).toEqual([404, 'Exchange rate not found']);
  const { data } = await world.guest.rpc('latest_exchange_rates').eq('currency', 'CHF').select('day, usd_per_unit');
  expect(data).toEqual([{ day: dayBefore(1), usd_per_unit: 1.24 }]);
  expect(
    await world.sql(`select entity_id, before, after from public.audit_log where action = 'delete_exchange_rate'`),
  ).toEqual([{ entity_id: `CHF ${TODAY}`, before: { source: 'Admin', usd_per_unit: 1.25 }, after: null }]);
});
