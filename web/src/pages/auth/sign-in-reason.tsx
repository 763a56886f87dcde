import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { hasSessionEnded } from '@/shared/backend/auth-session.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { textAt } from '@/shared/text/text-at.ts';
import { intentOf, type Intent } from '@/shared/session/intent.ts';

const reasons: Record<Intent, string> = {
  post: msg('to post a purchase request'),
  quote: msg('to send a quote'),
  share: msg('to share this request'),
  like: msg('to like this request'),
  review: msg('to write a review'),
  search: msg('to save this search'),
};
const OPENS_FORM: ReadonlySet<Intent> = new Set<Intent>(['post', 'quote', 'review']);

/** Explains why the guest was sent to the auth page, from the router state; renders nothing for other visits. */
export function SignInReason({ state, isRegister }: { state: unknown; isRegister: boolean }) {
  const { t } = useLanguage();
  const intent = intentOf(state);
  const hasEnded = hasSessionEnded();
  if (!intent && !hasEnded && textAt(state, 'from') === undefined) return null;
  const purpose = t(intent ? reasons[intent] : msg('to see this page'));
  const request = isRegister ? t('Create an account {purpose}.', { purpose }) : t('Log in {purpose}.', { purpose });
  return (
    <Alert variant="light" color="brand" mt="md" py="xs" icon={<IconLock size={18} aria-hidden />}>
      {hasEnded ? t('Your session has ended. Please log in again.') : request}
      {intent && OPENS_FORM.has(intent) && ` ${t('The form opens afterwards.')}`}
    </Alert>
  );
}
