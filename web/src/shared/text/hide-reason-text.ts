import { msg } from '@/shared/i18n/msg.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** Default reason that the database writes when an admin gives none. */
const USUAL_REASON = msg('Violation of the marketplace rules');

/** Why a post is hidden: the default reason is translated, free text stays as written. */
export function hideReasonText(reason: string, { t }: Pick<Language, 't'>): string {
  return reason === USUAL_REASON ? t(USUAL_REASON) : reason;
}
