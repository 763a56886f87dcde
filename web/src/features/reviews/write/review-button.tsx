import { useState } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useIntent } from '@/shared/session/use-intent.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { myReviewOfQueryOptions } from './get-my-review-of.ts';
import { isReviewChangeable, type Party } from '../shown-review.ts';

const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog);

type ReviewButtonProps = ButtonProps & { /** User to review. */ user: Pick<Party, 'id' | 'username'> };

/** Opens the dialog to review a user, or to edit the existing review while possible. Renders nothing for oneself. */
export function ReviewButton({ user, ...props }: ReviewButtonProps) {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const requireSignIn = useRequireSignIn();
  const [isOpen, setIsOpen] = useState(false);
  const myId = current.status === 'user' ? current.user.id : 0;
  const { data: review } = useQuery({
    ...myReviewOfQueryOptions(user.id, myId),
    enabled: myId !== 0 && myId !== user.id,
  });
  const isHidden = Boolean(review?.hiddenReason);
  useIntent(user.id, { review: () => setIsOpen(!isHidden) }, review !== undefined);
  if (myId === user.id) return null;
  const isEdit = review ? isReviewChangeable(review) : false;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconStar size={18} aria-hidden />}
        {...props}
        disabled={isHidden || (myId !== 0 && review === undefined)}
        title={isHidden ? t('This review was hidden by an administrator') : undefined}
        onClick={() => requireSignIn(() => setIsOpen(true), { intent: 'review', id: user.id })}
      >
        {isEdit ? t('Edit your review') : t('Write a review')}
      </Button>
      <LazyDialog opened={isOpen}>
        {(opened) => (
          <ReviewDialog user={user} review={review ?? undefined} opened={opened} onClose={() => setIsOpen(false)} />
        )}
      </LazyDialog>
    </>
  );
}
