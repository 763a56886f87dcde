import { memo, Suspense, useState, type ReactNode } from 'react';
import { __iconNode as invoice } from '@tabler/icons-react/dist/esm/icons/IconFileInvoice.mjs';
import { __iconNode as message } from '@tabler/icons-react/dist/esm/icons/IconMessage2.mjs';
import { __iconNode as pencil } from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { __iconNode as share } from '@tabler/icons-react/dist/esm/icons/IconShare3.mjs';
import { useQuery } from '@tanstack/react-query';
import { PostCard, type PostCardProps } from '@/features/posts/card/post-card.tsx';
import { isOwner, menuActions } from '@/features/posts/manage/menu-actions.ts';
import { ownerName, type Post } from '@/features/posts/shown-post.ts';
import { QuotationButton } from '@/features/posts/card/quotation-button.tsx';
import { RequirementChips } from '@/features/posts/requirements/requirement-chips.tsx';
import { LikeButton } from '@/features/posts/like/like-button.tsx';
import { myQuoteOnPostQueryOptions } from '@/features/quotes/send/get-my-quote-on-post.ts';
import { nextQuoteAt } from '@/features/quotes/send/quote-wait.ts';
import { RatingTooltip } from '@/features/reviews/rating/rating-tooltip.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Intent } from '@/shared/session/intent.ts';
import { Intended } from '@/shared/session/intended.ts';
import { useViewer } from '@/shared/session/viewer.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { PlainButton } from '@/shared/ui/plain/plain-button.tsx';
import { PlainCount } from '@/shared/ui/plain/plain-count.tsx';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import { LateSpinner } from '@/shared/ui/state/late-spinner.tsx';
import type { CardDialog } from './feed-card-dialogs.tsx';
import classes from './feed-card.module.css';

// Only for the compact layout.
const CompactPost = lazyPart(async () => (await import('@/features/posts/card/compact-post.tsx')).CompactPost);
// Not needed by guests and most readers.
const PostMenu = lazyPart(async () => (await import('@/features/posts/manage/post-menu.tsx')).PostMenu);
// Only for suppliers with a quote, and for what is new in a saved search.
const CardNote = lazyPart(async () => (await import('./card-note.tsx')).CardNote);
// Loaded when the first dialog opens, which never happens on most cards.
const FeedCardDialogs = lazyPart(async () => (await import('./feed-card-dialogs.tsx')).FeedCardDialogs);

type FeedCardProps = Pick<
  PostCardProps,
  'requirements' | 'documents' | 'isExpanded' | 'isCollapsible' | 'isAboveFold' | 'children'
> & {
  post: Post;
  /** Compact layout. Its code is lazy, so the caller needs a Suspense placeholder. */
  isCompact?: boolean;
  /**
   * Renders what follows the card, with its main action, Quotation or Edit, which the card then leaves out.
   */
  renderNext?: (mainAction: ReactNode) => ReactNode;
  /** Called after the post is deleted. */
  onDeleted?: () => void;
};

type QuotationProps = { post: Post; userId: number; size: 'xs' | 'sm'; onClick: () => void };

/** The button that opens the quote form; quiet for a supplier who cannot quote again yet. */
function Quotation({ post, userId, ...rest }: QuotationProps) {
  const { t } = useLanguage();
  const { data: quote } = useQuery({ ...myQuoteOnPostQueryOptions(userId, post.id), enabled: userId !== 0 });
  const button = {
    ...rest,
    variant: quote && nextQuoteAt(quote.createdAt) ? 'light' : 'filled',
    icon: <PlainIcon shape={invoice} size={18} />,
    children: t('Quotation'),
  } as const;
  const isAlwaysOpen = post.closedAt === null && post.quoteDeadline === null;
  return isAlwaysOpen ? <PlainButton {...button} /> : <QuotationButton {...button} post={post} />;
}

/**
 * A post with all actions of the viewer: like, share, quote or edit, menu, rating and images. Needs a `ViewerProvider`;
 * re-renders only for another post or viewer.
 */
export const FeedCard = memo(function FeedCard({
  post,
  isCompact = false,
  requirements = <RequirementChips post={post} isShort={isCompact} />,
  renderNext,
  onDeleted,
  ...card
}: FeedCardProps) {
  const language = useLanguage();
  const { t } = language;
  const { viewer, requireSignIn, intendedId } = useViewer();
  const [dialog, setDialog] = useState<CardDialog>('none');
  const [hasDialogs, setHasDialogs] = useState(false);
  const [startImage, setStartImage] = useState(0);
  const isOwn = isOwner(post, viewer);
  const hasMenu = menuActions(post, viewer).length > 0;
  const show = (name: CardDialog) => {
    setHasDialogs(true);
    setDialog(name);
  };
  const open = (name: CardDialog, intent?: Intent) => requireSignIn(() => show(name), { intent, id: post.id });
  const Card = isCompact ? CompactPost : PostCard;
  const size = isCompact ? 'xs' : 'sm';
  const handleImageOpen = (index: number) => {
    setStartImage(index);
    show('images');
  };
  const mainAction = isOwn ? (
    <PlainButton
      variant="light"
      size={size}
      icon={<PlainIcon shape={pencil} size={18} />}
      end={
        // What follows a card has the number in words.
        !renderNext &&
        post.quoteCount > 0 && (
          <PlainCount
            count={post.quoteCount}
            title={t('{n} quotes', { n: post.quoteCount })}
            // With it, they are no edits.
            icon={<PlainIcon shape={message} size={12} />}
          />
        )
      }
      onClick={() => open('edit')}
    >
      {t('Edit')}
    </PlainButton>
  ) : (
    <Quotation post={post} userId={viewer?.id ?? 0} size={size} onClick={() => open('quote', 'quote')} />
  );
  return (
    <>
      <Card
        {...card}
        post={post}
        author={
          <RatingTooltip userId={post.userId} className={classes.author}>
            {ownerName(post, language)}
          </RatingTooltip>
        }
        menu={
          hasMenu && (
            <Suspense fallback={<div className={classes.menu} />}>
              <PostMenu post={post} viewer={viewer} asksReason={card.isExpanded} onDeleted={onDeleted} />
            </Suspense>
          )
        }
        likeButton={<LikeButton postId={post.id} likes={post.likes} />}
        // The page of a post has a longer notice above.
        quoteNote={
          viewer &&
          !isOwn &&
          !card.isExpanded && (
            <Suspense>
              <CardNote userId={viewer.id} postId={post.id} />
            </Suspense>
          )
        }
        requirements={requirements}
        onImageOpen={handleImageOpen}
        actions={
          <>
            {/* A hidden post cannot be opened by others. */}
            {!post.isHidden && (
              <PlainButton
                size={size}
                icon={<PlainIcon shape={share} size={18} />}
                onClick={() => open('share', 'share')}
              >
                {t('Share')}
              </PlainButton>
            )}
            {!renderNext && mainAction}
          </>
        }
      />
      {renderNext?.(mainAction)}
      {intendedId === post.id && (
        <Intended id={post.id} actions={{ share: () => show('share'), quote: () => show('quote') }} />
      )}
      {hasDialogs && (
        <Suspense fallback={<LateSpinner />}>
          <FeedCardDialogs
            post={post}
            isOwn={isOwn}
            dialog={dialog}
            startImage={startImage}
            onClose={() => setDialog('none')}
          />
        </Suspense>
      )}
    </>
  );
});
