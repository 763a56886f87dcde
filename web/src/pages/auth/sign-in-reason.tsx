import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { textAt } from '@/shared/text/text-at.ts';
import { intentOf, type Intent } from '@/shared/session/intent.ts';

const reasons: Record<Intent, string> = {
  post: 'to post a purchase request',
  quote: 'to send a quote',
  share: 'to share this request',
  like: 'to like this request',
  review: 'to write a review',
};
const forms: Partial<Record<Intent, string>> = {
  post: ' The form opens afterwards.',
  quote: ' The form opens afterwards.',
  review: ' The form opens afterwards.',
};

/** Says why the guest was sent to the auth page, by the state of the router; nothing for those who came on their own. */
export function SignInReason({ state, isRegister }: { state: unknown; isRegister: boolean }) {
  const intent = intentOf(state);
  if (!intent && textAt(state, 'from') === undefined) return null;
  return (
    <Alert variant="light" color="brand" mt="md" py="xs" icon={<IconLock size={18} aria-hidden />}>
      {isRegister ? 'Create an account' : 'Log in'} {intent ? reasons[intent] : 'to see this page'}.
      {intent && forms[intent]}
    </Alert>
  );
}
