import { Text } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useHidePostsOfUser } from '../api/hide-posts-of-user.ts';
import type { User } from '../user.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type HidePostsDialogProps = { user: User; opened: boolean; onClose: () => void };

/** Asks why all posts of a user are hidden. */
export function HidePostsDialog({ user, opened, onClose }: HidePostsDialogProps) {
  const hide = useHidePostsOfUser();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`Hide all posts of ${user.username}`}
      label="Reason"
      requiredText="Reason is required"
      description="Shown on each post to its owner."
      maxLength={HIDE_REASON_MAX}
      confirmLabel="Hide all posts"
      isDestructive
      onConfirm={(reason) =>
        tellOutcome(hide.mutateAsync({ id: user.id, reason }), {
          done: (count) => `${count} ${count === 1 ? 'post' : 'posts'} hidden`,
        })
      }
    >
      <Text size="sm">Every visible post of {user.username} leaves the feed and the search.</Text>
    </ReasonDialog>
  );
}
