import { Text } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useHidePostsOfUser } from './hide-posts-of-user.ts';
import type { User } from '../shown-user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type HidePostsDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Asks for the reason for hiding all posts of a user. */
export function HidePostsDialog({ user, opened, onClose }: HidePostsDialogProps) {
  const { t, plural } = useLanguage();
  const hide = useHidePostsOfUser();
  const sendOnce = useSendOnce();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('Hide all posts of {username}', { username: user.username })}
      label={t('Reason')}
      requiredText={t('Reason is required')}
      description={t('Shown on each post to its owner.')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Hide all posts')}
      isDestructive
      onConfirm={(reason) =>
        tellOutcome(
          sendOnce({ id: user.id, reason }, (clientId) => hide.mutateAsync({ id: user.id, reason, clientId })),
          {
            done: (count) => plural(count, { one: '{n} post hidden', other: '{n} posts hidden' }),
          },
        )
      }
    >
      <Text size="sm">
        {t('Every visible post of {username} leaves the feed and the search.', { username: user.username })}
      </Text>
    </ReasonDialog>
  );
}
