import { useState } from 'react';
import { Button } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useDeleteReply } from './delete-reply.ts';
import type { Review } from '../shown-review.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReviewCard } from './review-card.tsx';

/** A review that the user received, with a single reply that can be deleted. */
export function ReceivedReviewCard({ review }: { review: Review }) {
  const { t } = useLanguage();
  const [isReplying, setIsReplying] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useDeleteReply();
  const handleDelete = () =>
    tellOutcome(mutateAsync(review.id), { done: t('Reply deleted'), failed: t('Error deleting reply') });
  return (
    <>
      <ReviewCard
        review={review}
        person={review.reviewer}
        replyAction={
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsAsking(true)}>
            {t('Delete reply')}
          </Button>
        }
        actions={
          review.reply === null &&
          !isReplying && (
            <Button variant="default" w="fit-content" onClick={() => setIsReplying(true)}>
              {t('Reply')}
            </Button>
          )
        }
      >
        {isReplying && review.reply === null && <ReplyForm review={review} onClose={() => setIsReplying(false)} />}
      </ReviewCard>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Delete reply')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={handleDelete}
      >
        {t('Are you sure you want to delete your reply?')}
      </ConfirmDialog>
    </>
  );
}
