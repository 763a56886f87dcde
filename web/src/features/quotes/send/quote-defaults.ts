import type { z } from 'zod';
import { countryName } from '@domain/countries.ts';
import {
  DELIVERY_TO_MAX,
  EMPTY_QUOTE_FORM,
  QUOTE_FACT_NAMES,
  type QuoteValues,
  type quoteFormSchema,
} from '@domain/quote.ts';
import { recordOf } from '@/shared/form/record-of.ts';
import type { Quote } from '../facts/shown-quote.ts';

/** Valid form values: texts trimmed, currency in upper case. */
export type ValidQuote = z.output<typeof quoteFormSchema>;

/** The organization in a user's profile; '' for unknown values. */
export type OrganizationFacts = { organization: string; taxCode: string };

/** The organization to fill in: from the profile, else from the copy in the browser. */
export function knownOrganization(profile: OrganizationFacts, copy: OrganizationFacts | null): OrganizationFacts {
  return {
    organization: profile.organization || copy?.organization || '',
    taxCode: profile.taxCode || copy?.taxCode || '',
  };
}

/** Fields that a quote can take over from the request. */
export type WantedFacts = { targetCurrency: string | null; deliveryAddress: string; country: string };

/** Where the goods go: as much of the address as the field takes, never cut within a name. */
function destination({ deliveryAddress, country }: WantedFacts): string {
  const whole = [deliveryAddress, countryName(country)].filter(Boolean).join(', ');
  return (
    [whole, deliveryAddress, countryName(country)].find(
      (text) => text.length <= DELIVERY_TO_MAX && !text.includes('@'),
    ) ?? ''
  );
}

/**
 * Initial values of the quote form: currency and place of the request; a known organization is preselected and filled
 * in.
 */
export function quoteDefaults(wanted: WantedFacts, { organization, taxCode }: OrganizationFacts): QuoteValues {
  const values = {
    ...EMPTY_QUOTE_FORM,
    currency: wanted.targetCurrency ?? EMPTY_QUOTE_FORM.currency,
    deliveryTo: destination(wanted),
  };
  if (!organization) return values;
  return { ...values, accountType: 'organization', organizationName: organization, taxCode };
}

/**
 * The form values of a quote to revise. A quote from an API client without a match gets details, like a different
 * product. An expired last day has to be chosen again. `today` is a UTC day.
 */
export function revisionDefaults(quote: Quote, today: string): QuoteValues {
  return {
    ...recordOf(QUOTE_FACT_NAMES, (name) => quote[name] ?? ''),
    productMatch: quote.productMatch ?? 'different',
    accountType: quote.accountType,
    validUntil: quote.validUntil !== null && quote.validUntil >= today ? quote.validUntil : '',
    attachments: quote.attachments.map(({ path, name }) => ({ path, name })),
  };
}

/**
 * Whether the profile allows quotes on behalf of an organization
 * (docs/decisions.md#quotes-of-an-organization-need-the-profile).
 */
export function canQuoteAsOrganization(profile: OrganizationFacts): boolean {
  return profile.organization.trim() !== '' && profile.taxCode.trim() !== '';
}
