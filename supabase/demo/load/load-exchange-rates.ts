import { demoExchangeRates } from '../data/exchange-rates.ts';
import type { Sql } from 'embedded-supabase/database';

/** The exchange rates of the day before the load. */
export async function loadExchangeRates(sql: Sql, now: Date): Promise<void> {
  await sql(
    `insert into public.exchange_rates (currency, day, usd_per_unit, source)
     select r.key, ($2::timestamptz at time zone 'utc')::date - 1, r.value::numeric, 'Demo' from json_each_text($1::json) as r
     order by r.key`,
    [JSON.stringify(demoExchangeRates), now.toISOString()],
  );
}
