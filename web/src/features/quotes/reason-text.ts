import { DECLINE_REASONS } from '@domain/quote-status.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** Why a quote has its status: an offered reason in the language of the reader, what somebody wrote as it is. */
export function reasonText(reason: string, { message }: Pick<Language, 'message'>): string {
  const offered = DECLINE_REASONS.find((each) => reason === each || reason.startsWith(`${each}: `));
  return offered === undefined ? reason : message(offered) + reason.slice(offered.length);
}
