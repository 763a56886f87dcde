import { Text } from '@mantine/core';
import { HIDE_NOTE_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useAtOpening } from '@/shared/ui/dialog/use-at-opening.ts';
import type { ShownHiding } from './hidings-of.ts';
import { useUnhidePosts } from './unhide-posts.ts';
import { visibleText } from '@/shared/text/posts-text.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type UnhidePostsDialogProps = {
  posts: readonly ShownHiding[];
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
};

/** Unhides posts, with an optional note to the owners. */
export function UnhidePostsDialog({ posts: listed, opened, onClose, onDone }: UnhidePostsDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const posts = useAtOpening(listed, opened);
  const unhide = useUnhidePosts();
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={language.plural(posts.length, { one: 'Unhide {n} post', other: 'Unhide {n} posts' })}
      label={t('Note to the owner (optional)')}
      description={t('Sent with the notification.')}
      maxLength={HIDE_NOTE_MAX}
      confirmLabel={t('Unhide')}
      onConfirm={async (note) => {
        const isDone = await tellOutcome(unhide.mutateAsync({ posts, note }), {
          done: (count) => visibleText(count, posts.length, language),
        });
        if (isDone) onDone?.();
        return isDone;
      }}
    >
      <Text size="sm">
        {language.plural(posts.length, {
          one: 'Everybody sees it again, and the owner is told.',
          other: 'Everybody sees them again, and the owner is told.',
        })}
      </Text>
    </ReasonDialog>
  );
}
