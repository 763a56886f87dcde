import { Suspense, useState } from 'react';
import { Badge, Box, Button } from '@mantine/core';
import { IconFileInvoice, IconPencil, IconShare3 } from '@tabler/icons-react';
import { PostCard, type PostCardProps } from '@/features/posts/components/post-card.tsx';
import { hasRequirements } from '@/features/posts/has-requirements.ts';
import { isOwner, menuActions } from '@/features/posts/menu-actions.ts';
import { ownerName, type Post } from '@/features/posts/post.ts';
import { LikeButton } from '@/features/posts/components/like-button.tsx';
import { RatingTooltip } from '@/features/reviews/components/rating-tooltip.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { Intent } from '@/shared/session/intent.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useIntent } from '@/shared/session/use-intent.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { publicImageUrl } from '@/shared/uploads/image-url.ts';
import classes from './feed-card.module.css';

// For those who chose a compact list.
const PostRow = lazyPart(async () => (await import('@/features/posts/components/post-row.tsx')).PostRow);
// Guests and readers have none.
const PostMenu = lazyPart(async () => (await import('@/features/posts/components/post-menu.tsx')).PostMenu);
// Few requests say more than they must, or are closed.
const Requirements = lazyPart(async () => (await import('@/features/posts/components/requirements.tsx')).Requirements);
const QuotationButton = lazyPart(
  async () => (await import('@/features/posts/components/quotation-button.tsx')).QuotationButton,
);
// Only a supplier has quoted.
const QuotedOn = lazyPart(async () => (await import('@/features/quotes/components/quoted-on.tsx')).QuotedOn);
const ShareDialog = lazyPart(async () => (await import('@/features/posts/components/share-dialog.tsx')).ShareDialog);
const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);
const QuoteDialog = lazyPart(async () => (await import('@/features/quotes/components/quote-dialog.tsx')).QuoteDialog);
const PostFormDialog = lazyPart(
  async () => (await import('@/features/posts/components/post-form-dialog.tsx')).PostFormDialog,
);

type FeedCardProps = Pick<PostCardProps, 'documents' | 'isExpanded' | 'isCollapsible' | 'isAboveFold' | 'children'> & {
  post: Post;
  /** In few lines. Its code comes later, so the caller shows a placeholder meanwhile. */
  isCompact?: boolean;
  /** Called after the post was deleted. */
  onDeleted?: () => void;
};

type OpenDialog = 'none' | 'share' | 'quote' | 'edit' | 'images';

type QuotationProps = { post: Post; size: 'xs' | 'sm'; onClick: () => void };

/** Opens the quote form. */
function Quotation({ post, ...rest }: QuotationProps) {
  const { t } = useLanguage();
  const button = {
    ...rest,
    variant: 'light',
    leftSection: <IconFileInvoice size={18} aria-hidden />,
    children: t('Quotation'),
  } as const;
  if (post.closedAt === null && post.quoteDeadline === null) return <Button {...button} />;
  return (
    <Suspense fallback={<Button {...button} disabled />}>
      <QuotationButton {...button} post={post} />
    </Suspense>
  );
}

/** A post with everything that a person may do with it: like, share, quote or edit, menu, rating and images. */
export function FeedCard({ post, isCompact = false, onDeleted, ...card }: FeedCardProps) {
  const language = useLanguage();
  const { t } = language;
  const current = useCurrentUser();
  const requireSignIn = useRequireSignIn();
  const [dialog, setDialog] = useState<OpenDialog>('none');
  const [startImage, setStartImage] = useState(0);
  const viewer = current.status === 'user' ? current.user : null;
  const isOwn = isOwner(post, viewer);
  const hasMenu = menuActions(post, viewer).length > 0;
  const open = (name: OpenDialog, intent?: Intent) => requireSignIn(() => setDialog(name), { intent, id: post.id });
  useIntent(post.id, { share: () => setDialog('share'), quote: () => setDialog('quote') });
  const close = () => setDialog('none');
  const Card = isCompact ? PostRow : PostCard;
  const size = isCompact ? 'xs' : 'sm';
  const handleImageOpen = (index: number) => {
    setStartImage(index);
    setDialog('images');
  };
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
            <Suspense fallback={<Box w={44} h={44} />}>
              <PostMenu post={post} viewer={viewer} asksReason={card.isExpanded} onDeleted={onDeleted} />
            </Suspense>
          )
        }
        likeButton={<LikeButton postId={post.id} likes={post.likes} />}
        // The page of a post says more about it, above.
        quoteNote={
          viewer &&
          !isOwn &&
          !card.isExpanded && (
            <Suspense>
              <QuotedOn userId={viewer.id} postId={post.id} />
            </Suspense>
          )
        }
        requirements={
          hasRequirements(post) && (
            <Suspense fallback={<Box h={isCompact ? 0 : 24} />}>
              <Requirements post={post} isExpanded={card.isExpanded} isShort={isCompact} />
            </Suspense>
          )
        }
        onImageOpen={handleImageOpen}
        actions={
          <>
            {/* Nobody else can open a hidden post. */}
            {!post.isHidden && (
              <Button
                variant="default"
                size={size}
                leftSection={<IconShare3 size={18} aria-hidden />}
                onClick={() => open('share', 'share')}
              >
                {t('Share')}
              </Button>
            )}
            {isOwn ? (
              <Button
                variant="light"
                size={size}
                leftSection={<IconPencil size={18} aria-hidden />}
                rightSection={
                  post.quoteCount > 0 && (
                    <Badge size="sm" variant="filled" miw={22} px={6} title={t('{n} quotes', { n: post.quoteCount })}>
                      {post.quoteCount}
                    </Badge>
                  )
                }
                onClick={() => open('edit')}
              >
                {t('Edit')}
              </Button>
            ) : (
              <Quotation post={post} size={size} onClick={() => open('quote', 'quote')} />
            )}
          </>
        }
      />
      <LazyDialog opened={dialog === 'share'}>
        {(opened) => (
          <ShareDialog
            opened={opened}
            onClose={close}
            title={post.title}
            url={new URL(paths.post(post), window.location.origin).href}
          />
        )}
      </LazyDialog>
      <LazyDialog opened={dialog === 'images'}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={close}
            title={post.title}
            start={startImage}
            images={post.images.map((path) => publicImageUrl('post-images', path))}
          />
        )}
      </LazyDialog>
      {/* It may turn out only after the press that the post is the viewer's own. */}
      <LazyDialog opened={dialog === 'quote' && !isOwn}>
        {(opened) => <QuoteDialog opened={opened} onClose={close} post={post} />}
      </LazyDialog>
      <LazyDialog opened={dialog === 'edit'}>
        {(opened) => <PostFormDialog opened={opened} onClose={close} post={post} />}
      </LazyDialog>
    </>
  );
}
