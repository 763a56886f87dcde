import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useDeleteReview } from './delete-review.ts';
import { isReviewChangeable, type Review } from '../shown-review.ts';
import { ReviewCard } from './review-card.tsx';

const ReviewDialog = lazyPart(async () => (await import('../write/review-dialog.tsx')).ReviewDialog);

/** A review by the user, who can edit and delete it for 30 days. */
export function WrittenReviewCard({ review }: { review: Review }) {
  const { t } = useLanguage();
  const [dialog, setDialog] = useState<'none' | 'edit' | 'delete'>('none');
  const { mutateAsync } = useDeleteReview();
  const close = () => setDialog('none');
  const handleDelete = () =>
    tellOutcome(mutateAsync(review.id), {
      done: { title: t('Review deleted'), message: t('Your review has been deleted') },
      failed: t('Error deleting review'),
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
                {t('Edit')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setDialog('delete')}
              >
                {t('Delete')}
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
        title={t('Delete review')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={handleDelete}
      >
        {t('Are you sure you want to delete this review? This action cannot be undone.')}
      </ConfirmDialog>
    </>
  );
}
