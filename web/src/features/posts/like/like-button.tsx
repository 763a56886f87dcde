import { __iconNode as heart } from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs';
import { __iconNode as fullHeart } from '@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Intended } from '@/shared/session/intended.ts';
import { useViewer } from '@/shared/session/viewer.tsx';
import { PlainButton } from '@/shared/ui/plain/plain-button.tsx';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { likeStateQueryOptions } from './get-like-state.ts';
import { useSetPostLike } from './set-post-like.ts';
import classes from './like-button.module.css';

type LikeToggleProps = { likes: number; hasLiked: boolean; onToggle: () => void };

/** A heart with the number of likes; screen readers hear its state and the number. */
export function LikeToggle({ likes, hasLiked, onToggle }: LikeToggleProps) {
  const { plural } = useLanguage();
  return (
    <PlainButton
      className={classes.button}
      data-liked={hasLiked || undefined}
      icon={<PlainIcon shape={hasLiked ? fullHeart : heart} isFilled={hasLiked} size={18} className={classes.heart} />}
      aria-pressed={hasLiked}
      aria-label={plural(likes, { one: 'Like, {n} like', other: 'Like, {n} likes' })}
      onClick={onToggle}
    >
      {likes}
    </PlainButton>
  );
}

/**
 * Likes or unlikes a post. A guest gets a toast, which says why, and the auth page; the like is
 * set after signing in.
 */
export function LikeButton({ postId, likes }: { postId: number; likes: number }) {
  const { t } = useLanguage();
  const { viewer, requireSignIn, intendedId } = useViewer();
  const { data } = useQuery({ ...likeStateQueryOptions(postId), enabled: viewer !== null });
  const setLike = useSetPostLike(postId);
  const hasLiked = viewer !== null && data?.hasLiked === true;
  const set = (liked: boolean) =>
    void tellOutcome(setLike({ hasLiked: liked, likes }), {
      failed: { title: t('Error'), message: t('Failed to update like status') },
    });
  const handleToggle = () =>
    requireSignIn(() => set(!hasLiked), {
      intent: 'like',
      id: postId,
      onGuest: () => toast({ title: t('Login Required'), message: t('Please login to like posts') }),
    });
  return (
    <>
      <LikeToggle likes={likes} hasLiked={hasLiked} onToggle={handleToggle} />
      {intendedId === postId && (
        // A guest who pressed the heart wanted to like: an existing like is not removed.
        <Intended id={postId} actions={{ like: () => !hasLiked && set(true) }} isReady={data !== undefined} />
      )}
    </>
  );
}
