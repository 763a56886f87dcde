import type { z } from 'zod';
import type { exchangeRateFormSchema } from '@domain/exchange-rates.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

export type ValidRate = z.output<typeof exchangeRateFormSchema>;

async function setExchangeRate({ currency, day, usdPerUnit }: ValidRate): Promise<void> {
  dataOf(await supabase.rpc('set_exchange_rate', { currency, day, usd_per_unit: usdPerUnit }));
}

/** Stores the value of one currency unit on a day, replacing the rate of that day. Admins only; throws an AppError. */
export const useSetExchangeRate = () => useWrite(setExchangeRate, [keys.exchangeRates]);
