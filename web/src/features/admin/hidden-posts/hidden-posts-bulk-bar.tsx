import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BulkBar } from '@/shared/ui/data-table/bulk-bar.tsx';
import type { Selection } from '@/shared/ui/data-table/selection.ts';
import { chosenText } from '@/shared/text/posts-text.ts';
import { DeletePostsDialog } from './delete-posts-dialog.tsx';
import type { ShownHiding } from './hidings-of.ts';
import { UnhidePostsDialog } from './unhide-posts-dialog.tsx';

type HiddenPostsBulkBarProps = { selection: Selection; posts: readonly ShownHiding[] };

/** Actions for all selected posts, at most a page of 50. */
export function HiddenPostsBulkBar({ selection, posts }: HiddenPostsBulkBarProps) {
  const language = useLanguage();
  const { t } = language;
  const [isUnhiding, unhiding] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const handleDone = () => selection.onChange(new Set());
  return (
    <BulkBar label={t('Chosen posts')} chosenText={chosenText(posts.length, language)} selection={selection}>
      <Button size="xs" variant="default" onClick={unhiding.open}>
        {t('Unhide chosen')}
      </Button>
      <Button size="xs" variant="light" color="red" onClick={deleting.open}>
        {t('Delete chosen')}
      </Button>
      <UnhidePostsDialog posts={posts} opened={isUnhiding} onClose={unhiding.close} onDone={handleDone} />
      <DeletePostsDialog posts={posts} opened={isDeleting} onClose={deleting.close} onDone={handleDone} />
    </BulkBar>
  );
}
