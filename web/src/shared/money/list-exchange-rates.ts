import { queryOptions } from '@tanstack/react-query';
import { ratesByCurrency } from '@domain/exchange-rates.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function listExchangeRates(signal: AbortSignal) {
  const data = dataOf(
    await supabase.rpc('latest_exchange_rates').select('currency, day, usd_per_unit, source').abortSignal(signal),
  );
  return ratesByCurrency(
    data.map(({ currency, day, usd_per_unit, source }) => ({ currency, day, usdPerUnit: usd_per_unit, source })),
  );
}

/** The latest exchange rate of each currency, by code. */
export const exchangeRatesQueryOptions = queryOptions({
  queryKey: keys.exchangeRates,
  queryFn: ({ signal }) => listExchangeRates(signal),
});
