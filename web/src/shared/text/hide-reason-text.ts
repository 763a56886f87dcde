import { msg } from '@/shared/i18n/msg.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** What the database writes where an admin hides a post without a reason. */
const USUAL_REASON = msg('Violation of the marketplace rules');

/** Why a post is hidden: the product's own words in the language of the reader, what somebody wrote as it is. */
export function hideReasonText(reason: string, { t }: Pick<Language, 't'>): string {
  return reason === USUAL_REASON ? t(USUAL_REASON) : reason;
}
