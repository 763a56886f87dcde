import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useSubmitReview } from './submit-review.ts';
import { useUpdateReview } from './update-review.ts';
import { isReviewChangeable, type Party, type Review } from '../shown-review.ts';
import { ReviewForm } from './review-form.tsx';

type ReviewDialogProps = {
  /** Subject of the review. */
  user: Pick<Party, 'id' | 'username'>;
  /** The existing review: edited while that is allowed, replaced afterwards. */
  review?: Review;
  opened: boolean;
  onClose: () => void;
};

type Content = { rating: number; comment: string };

function useSendReview(userId: number, edited: Review | undefined) {
  const { t } = useLanguage();
  const submit = useSubmitReview();
  const update = useUpdateReview();
  return async (content: Content, mark: (error: unknown) => void, readAt: string | undefined): Promise<boolean> => {
    try {
      if (edited) await update.mutateAsync({ id: edited.id, ...content, readAt });
      else await submit.mutateAsync({ userId, ...content, readAt });
    } catch (error) {
      mark(error);
      tellFailure(edited ? t('Error updating review') : t('Error submitting review'), error);
      return false;
    }
    if (edited) toast({ title: t('Review updated'), message: t('Your review has been updated') });
    else toast({ title: t('Review submitted'), message: t('Thank you for your review') });
    return true;
  };
}

/** Dialog to review a user. */
export function ReviewDialog({ user, review, opened, onClose }: ReviewDialogProps) {
  const { t } = useLanguage();
  const me = useCurrentUser();
  const edited = review && isReviewChangeable(review) ? review : undefined;
  const send = useSendReview(user.id, edited);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={
        edited
          ? t('Edit your review of {username}', { username: user.username })
          : t('Review {username}', { username: user.username })
      }
      keepsDraft
    >
      {me.status === 'user' && (
        <ReviewForm
          initial={edited && { rating: edited.rating, comment: edited.comment }}
          updatedAt={review?.updatedAt}
          draftKey={`draft_review_${me.user.id}_${user.id}`}
          onSend={send}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}
