import type { z } from 'zod';
import { EMPTY_QUOTE_FORM, QUOTE_FACT_NAMES, type QuoteValues, type quoteFormSchema } from '@domain/quote.ts';
import { recordOf } from '@/shared/form/record-of.ts';
import type { Quote } from './quote.ts';

/** The values of the form once its rules are met: texts trimmed, currency upper-case. */
export type ValidQuote = z.output<typeof quoteFormSchema>;

/** The organization in a user's profile; '' where nothing is known. */
export type OrganizationFacts = { organization: string; taxCode: string };

/** The organization that the form fills in: that of the profile, else of the copy kept in the browser. */
export function knownOrganization(profile: OrganizationFacts, copy: OrganizationFacts | null): OrganizationFacts {
  return {
    organization: profile.organization || copy?.organization || '',
    taxCode: profile.taxCode || copy?.taxCode || '',
  };
}

/** The initial values of the quote form: a known organization is preselected and filled in. */
export function quoteDefaults({ organization, taxCode }: OrganizationFacts): QuoteValues {
  if (!organization) return EMPTY_QUOTE_FORM;
  return { ...EMPTY_QUOTE_FORM, accountType: 'organization', organizationName: organization, taxCode };
}

/**
 * The form filled with the facts of a quote, to revise them. A quote of a client that says nothing of the match has details, as a different
 * product has; a last day that is over has to be chosen anew. `today` is a UTC day.
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

/** Whether the profile allows quotes in the name of an organization (docs/decisions.md#quotes-of-an-organization-need-the-profile). */
export function canQuoteAsOrganization(profile: OrganizationFacts): boolean {
  return profile.organization.trim() !== '' && profile.taxCode.trim() !== '';
}
