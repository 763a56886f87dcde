import { Text } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useDeleteHiddenPosts } from '../api/delete-hidden-posts.ts';
import { countOf, doneText } from '../posts-text.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type DeletePostsDialogProps = { ids: number[]; opened: boolean; onClose: () => void; onDone?: () => void };

/** Deletes hidden posts for a reason, which goes to the owners and into the log. */
export function DeletePostsDialog({ ids, opened, onClose, onDone }: DeletePostsDialogProps) {
  const remove = useDeleteHiddenPosts();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${countOf(ids.length)}`}
      label="Reason"
      requiredText="Reason is required"
      description="Sent to the owner and kept in the audit log."
      maxLength={HIDE_REASON_MAX}
      confirmLabel="Delete"
      isDestructive
      onConfirm={async (reason) => {
        const isDone = await tellOutcome(remove.mutateAsync({ ids, reason }), {
          done: (count) => doneText(count, ids.length, 'deleted'),
        });
        if (isDone) onDone?.();
        return isDone;
      }}
    >
      <Text size="sm">This action cannot be undone. Quotes stay with the suppliers who sent them.</Text>
    </ReasonDialog>
  );
}
