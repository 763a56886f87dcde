import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { countOf } from '../posts-text.ts';
import { DeletePostsDialog } from './delete-posts-dialog.tsx';
import { UnhidePostsDialog } from './unhide-posts-dialog.tsx';
import classes from './hidden-posts.module.css';

/** The actions for all chosen posts at once: at most a page of 50. */
export function BulkBar({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const [isUnhiding, unhiding] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <Group className={classes.bulk} justify="space-between" role="region" aria-label="Chosen posts">
      <Text size="sm" role="status">
        {countOf(ids.length)} chosen
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={unhiding.open}>
          Unhide chosen
        </Button>
        <Button size="xs" variant="light" color="red" onClick={deleting.open}>
          Delete chosen
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
          Clear
        </Button>
      </Group>
      <UnhidePostsDialog ids={ids} opened={isUnhiding} onClose={unhiding.close} onDone={onDone} />
      <DeletePostsDialog ids={ids} opened={isDeleting} onClose={deleting.close} onDone={onDone} />
    </Group>
  );
}
