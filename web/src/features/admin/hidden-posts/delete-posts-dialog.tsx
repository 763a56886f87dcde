import { Text } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useAtOpening } from '@/shared/ui/dialog/use-at-opening.ts';
import type { ShownHiding } from './hidings-of.ts';
import { useDeleteHiddenPosts } from './delete-hidden-posts.ts';
import { deletedText } from '@/shared/text/posts-text.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type DeletePostsDialogProps = {
  posts: readonly ShownHiding[];
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** Deletes hidden posts. The reason goes to the owners and into the log. */
export function DeletePostsDialog({ posts: listed, opened, onClose, onDone }: DeletePostsDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const posts = useAtOpening(listed, opened);
  const remove = useDeleteHiddenPosts();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={language.plural(posts.length, { one: 'Delete {n} post', other: 'Delete {n} posts' })}
      label={t('Reason')}
      requiredText={t('Reason is required')}
      description={t('Sent to the owner and kept in the audit log.')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={async (reason) => {
        const isDone = await tellOutcome(remove.mutateAsync({ posts, reason }), {
          done: (count) => deletedText(count, posts.length, language),
        });
        if (isDone) onDone?.();
        return isDone;
      }}
    >
      <Text size="sm">{t('This action cannot be undone. Quotes stay with the suppliers who sent them.')}</Text>
    </ReasonDialog>
  );
}
