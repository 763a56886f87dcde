import { DECLINE_REASONS, OWN_REASONS } from '@domain/quote-status.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** Why a quote has its status: a reason of the product in the language of the reader, what somebody wrote as it is. */
export function reasonText(reason: string, { message }: Pick<Language, 'message'>): string {
  if (OWN_REASONS.includes(reason)) return message(reason);
  const offered = DECLINE_REASONS.find((each) => reason === each || reason.startsWith(`${each}: `));
  return offered === undefined ? reason : message(offered) + reason.slice(offered.length);
}
