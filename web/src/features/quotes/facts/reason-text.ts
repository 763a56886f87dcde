import { DECLINE_REASONS, OWN_REASONS } from '@domain/quote-status.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** The reason for a quote's status: predefined reasons are translated, free text stays as written. */
export function reasonText(reason: string, { message }: Pick<Language, 'message'>): string {
  if (OWN_REASONS.includes(reason)) return message(reason);
  const offered = DECLINE_REASONS.find((each) => reason === each || reason.startsWith(`${each}: `));
  return offered === undefined ? reason : message(offered) + reason.slice(offered.length);
}
