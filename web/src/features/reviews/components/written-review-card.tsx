import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { isReviewChangeable } from '@domain/review.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useDeleteReview } from '../api/delete-review.ts';
import type { Review } from '../review.ts';
import { ReviewCard } from './review-card.tsx';

const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog);

/** A review by the user, who may edit and delete it for 30 days. */
export function WrittenReviewCard({ review }: { review: Review }) {
  const [dialog, setDialog] = useState<'none' | 'edit' | 'delete'>('none');
  const { mutateAsync } = useDeleteReview();
  const close = () => setDialog('none');
  const handleDelete = () =>
    tellOutcome(mutateAsync(review.id), {
      done: { title: 'Review deleted', message: 'Your review has been deleted' },
      failed: 'Error deleting review',
    });
  return (
    <>
      <ReviewCard
        review={review}
        person={review.reviewed}
        actions={
          isReviewChangeable(review) && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => setDialog('edit')}
              >
                Edit
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setDialog('delete')}
              >
                Delete
              </Button>
            </Group>
          )
        }
      />
      <LazyDialog opened={dialog === 'edit'}>
        {(opened) => <ReviewDialog user={review.reviewed} review={review} opened={opened} onClose={close} />}
      </LazyDialog>
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title="Delete review"
        confirmLabel="Delete"
        isDestructive
        onConfirm={handleDelete}
      >
        Are you sure you want to delete this review? This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
