import { Button } from '@mantine/core';
import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useIntent } from '@/shared/session/use-intent.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { likeStateQueryOptions } from '../api/get-like-state.ts';
import { useSetPostLike } from '../api/set-post-like.ts';
import classes from './like-button.module.css';

type LikeToggleProps = { likes: number; hasLiked: boolean; onToggle: () => void };

/** A heart with the number of likes; says whether it is pressed and how many there are. */
export function LikeToggle({ likes, hasLiked, onToggle }: LikeToggleProps) {
  const { plural } = useLanguage();
  const Icon = hasLiked ? IconHeartFilled : IconHeart;
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.button}
      data-liked={hasLiked || undefined}
      leftSection={<Icon size={18} aria-hidden className={classes.heart} />}
      aria-pressed={hasLiked}
      aria-label={plural(likes, { one: 'Like, {n} like', other: 'Like, {n} likes' })}
      onClick={onToggle}
    >
      {likes}
    </Button>
  );
}

/** Likes or unlikes a post. A guest is told to log in and goes to the auth page (docs/decisions.md#guests-who-press-like); the like is set after signing in. */
export function LikeButton({ postId, likes }: { postId: number; likes: number }) {
  const { t } = useLanguage();
  const { status } = useCurrentUser();
  const requireSignIn = useRequireSignIn();
  const { data } = useQuery({ ...likeStateQueryOptions(postId), enabled: status === 'user' });
  const { mutateAsync } = useSetPostLike(postId);
  const hasLiked = status === 'user' && data?.hasLiked === true;
  const set = (liked: boolean) =>
    void tellOutcome(mutateAsync({ hasLiked: liked, likes }), {
      failed: { title: t('Error'), message: t('Failed to update like status') },
    });
  const handleToggle = () =>
    requireSignIn(() => set(!hasLiked), {
      intent: 'like',
      id: postId,
      onGuest: () => toast({ title: t('Login Required'), message: t('Please login to like posts') }),
    });
  // The guest pressed the heart, so a post that they do not like yet is liked now.
  useIntent(postId, { like: () => !hasLiked && set(true) }, data !== undefined);
  return <LikeToggle likes={likes} hasLiked={hasLiked} onToggle={handleToggle} />;
}
