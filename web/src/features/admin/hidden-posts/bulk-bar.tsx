import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { chosenText } from './posts-text.ts';
import { DeletePostsDialog } from './delete-posts-dialog.tsx';
import { UnhidePostsDialog } from './unhide-posts-dialog.tsx';
import classes from './hidden-posts.module.css';

/** Actions for all selected posts, at most a page of 50. */
export function BulkBar({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const language = useLanguage();
  const { t } = language;
  const [isUnhiding, unhiding] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <Group className={classes.bulk} justify="space-between" role="region" aria-label={t('Chosen posts')}>
      <Text size="sm" role="status">
        {chosenText(ids.length, language)}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={unhiding.open}>
          {t('Unhide chosen')}
        </Button>
        <Button size="xs" variant="light" color="red" onClick={deleting.open}>
          {t('Delete chosen')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
          {t('Clear')}
        </Button>
      </Group>
      <UnhidePostsDialog ids={ids} opened={isUnhiding} onClose={unhiding.close} onDone={onDone} />
      <DeletePostsDialog ids={ids} opened={isDeleting} onClose={deleting.close} onDone={onDone} />
    </Group>
  );
}
