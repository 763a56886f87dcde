import { Text } from '@mantine/core';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useUnhidePosts } from '../api/unhide-posts.ts';
import { countOf, doneText } from '../posts-text.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

const NOTE_MAX = 300;

type UnhidePostsDialogProps = { ids: number[]; opened: boolean; onClose: () => void; onDone?: () => void };

/** Unhides posts, with a note to the owners if the admin has one. */
export function UnhidePostsDialog({ ids, opened, onClose, onDone }: UnhidePostsDialogProps) {
  const unhide = useUnhidePosts();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`Unhide ${countOf(ids.length)}`}
      label="Note to the owner (optional)"
      description="Sent with the notification."
      maxLength={NOTE_MAX}
      confirmLabel="Unhide"
      onConfirm={async (note) => {
        const isDone = await tellOutcome(unhide.mutateAsync({ ids, note }), {
          done: (count) => doneText(count, ids.length, 'visible again'),
        });
        if (isDone) onDone?.();
        return isDone;
      }}
    >
      <Text size="sm">Everybody sees {ids.length === 1 ? 'it' : 'them'} again, and the owner is told.</Text>
    </ReasonDialog>
  );
}
