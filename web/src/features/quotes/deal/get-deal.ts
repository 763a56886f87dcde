import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function getDeal(quoteId: number, signal: AbortSignal) {
  const row = dataOf(await supabase.rpc('deal_of_quote', { quote_id: quoteId }).abortSignal(signal).single());
  return {
    /** Null if the account of the other party is suspended or deleted. */
    contact: row.email
      ? {
          companyName: row.company_name,
          firstName: row.first_name,
          lastName: row.last_name,
          organization: row.organization,
          taxCode: row.tax_code,
          email: row.email,
          phoneNumber: row.phone_number,
          address: row.address,
          country: row.country,
        }
      : null,
    /** How much was agreed; null if the request did not say. */
    wanted: row.quantity ? { quantity: row.quantity, unit: row.unit } : null,
    /** Where to deliver, as the request said when it was quoted on. */
    delivery: {
      country: row.delivery_country,
      area: row.delivery_area,
      address: row.delivery_address,
      port: row.delivery_port,
      incoterm: row.incoterm,
      neededBy: row.needed_by,
    },
  };
}

/** The other party of an accepted quote and the delivery. For other quotes and users it throws an AppError. */
export const dealQueryOptions = (quoteId: number) =>
  queryOptions({
    queryKey: [...keys.quotes.detail(quoteId), 'deal'],
    queryFn: ({ signal }) => getDeal(quoteId, signal),
  });

type Deal = Awaited<ReturnType<typeof getDeal>>;

/** A party's contact data; fields that their profile lacks are null or empty. */
export type Contact = { [Field in keyof NonNullable<Deal['contact']>]: string | null };
export type Delivery = { [Field in keyof Deal['delivery']]: string | null };
