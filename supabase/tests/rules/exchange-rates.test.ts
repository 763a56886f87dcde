import { expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const TODAY = dayBefore(0);

type Rate = { currency: string; day: string; usd_per_unit: number };
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
