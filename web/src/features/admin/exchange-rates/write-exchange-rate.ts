import type { z } from 'zod';
import type { ExchangeRate, exchangeRateFormSchema } from '@domain/exchange-rates.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useDeletion } from '@/shared/backend/use-deletion.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

export type ValidRate = z.output<typeof exchangeRateFormSchema>;

type SureRate = ValidRate & {
  /** Whether the admin has been asked about a rate far from the last one. */
  isSure: boolean;
};

async function setExchangeRate({ currency, day, usdPerUnit, isSure }: SureRate): Promise<void> {
  dataOf(await supabase.rpc('set_exchange_rate', { currency, day, usd_per_unit: usdPerUnit, is_sure: isSure }));
}

async function deleteExchangeRate({ currency, day, usdPerUnit }: Omit<ExchangeRate, 'source'>): Promise<void> {
  dataOf(await supabase.rpc('delete_exchange_rate', { currency, day, expected: usdPerUnit }));
}

/** Stores the value of one currency unit on a day, replacing the rate of that day. Admins only; throws an AppError, a conflict for an unlikely rate. */
export const useSetExchangeRate = () => useWrite(setExchangeRate, [keys.exchangeRates], retryUnlessRefused);

/** Deletes the rate of a currency on a day, as it is shown; the one before it counts then. Admins only; throws an AppError. */
export const useDeleteExchangeRate = () => useDeletion(deleteExchangeRate, [keys.exchangeRates]);
