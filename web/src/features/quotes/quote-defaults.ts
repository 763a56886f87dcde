import type { z } from 'zod';
import { EMPTY_QUOTE_FORM, type QuoteValues, type quoteFormSchema } from '@domain/quote.ts';

/** What the form holds once its rules are met: texts trimmed, currency upper-case. */
export type ValidQuote = z.output<typeof quoteFormSchema>;

/** What a user's profile says of his organization; '' where nothing is known. */
export type OrganizationFacts = { organization: string; taxCode: string };

/** The organization that the form fills in: of the profile, else of the copy kept in the browser (C24). */
export function knownOrganization(profile: OrganizationFacts, copy: OrganizationFacts | null): OrganizationFacts {
  return {
    organization: profile.organization || copy?.organization || '',
    taxCode: profile.taxCode || copy?.taxCode || '',
  };
}

/** What the quote dialog starts with (§4): a known organization is preselected and filled in. */
export function quoteDefaults({ organization, taxCode }: OrganizationFacts): QuoteValues {
  if (!organization) return EMPTY_QUOTE_FORM;
  return { ...EMPTY_QUOTE_FORM, accountType: 'organization', organizationName: organization, taxCode };
}

/** Whether the profile allows quotes in the name of an organization (§5). */
export function canQuoteAsOrganization(profile: OrganizationFacts): boolean {
  return profile.organization.trim() !== '' && profile.taxCode.trim() !== '';
}
