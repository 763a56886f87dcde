import { useState } from 'react';
import { Button } from '@mantine/core';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useDeleteReply } from '../api/delete-reply.ts';
import type { Review } from '../review.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReviewCard } from './review-card.tsx';

/** A review that the user received: they may reply once and take the reply back. */
export function ReceivedReviewCard({ review }: { review: Review }) {
  const [isReplying, setIsReplying] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useDeleteReply();
  const handleDelete = () =>
    tellOutcome(mutateAsync(review.id), { done: 'Reply deleted', failed: 'Error deleting reply' });
  return (
    <>
      <ReviewCard
        review={review}
        person={review.reviewer}
        replyAction={
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsAsking(true)}>
            Delete reply
          </Button>
        }
        actions={
          review.reply === null &&
          !isReplying && (
            <Button variant="default" w="fit-content" onClick={() => setIsReplying(true)}>
              Reply
            </Button>
          )
        }
      >
        {isReplying && review.reply === null && <ReplyForm review={review} onClose={() => setIsReplying(false)} />}
      </ReviewCard>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete reply"
        confirmLabel="Delete"
        isDestructive
        onConfirm={handleDelete}
      >
        Are you sure you want to delete your reply?
      </ConfirmDialog>
    </>
  );
}
