import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths } from '@/shared/paths.ts';
import type { Post } from '@/features/posts/shown-post.ts';

const ShareDialog = lazyPart(async () => (await import('@/features/posts/share/share-dialog.tsx')).ShareDialog);
const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);
const PostQuoteDialog = lazyPart(async () => (await import('./post-quote-dialog.tsx')).PostQuoteDialog);
const PostFormDialog = lazyPart(
  async () => (await import('@/features/posts/form/post-form-dialog.tsx')).PostFormDialog,
);

export type CardDialog = 'none' | 'share' | 'quote' | 'edit' | 'images';

type FeedCardDialogsProps = { post: Post; isOwn: boolean; dialog: CardDialog; startImage: number; onClose: () => void };

/** The dialogs of a card. */
export function FeedCardDialogs({ post, isOwn, dialog, startImage, onClose }: FeedCardDialogsProps) {
  return (
    <>
      <LazyDialog opened={dialog === 'share'}>
        {(opened) => (
          <ShareDialog
            opened={opened}
            onClose={onClose}
            title={post.title}
            url={new URL(paths.post(post), window.location.origin).href}
          />
        )}
      </LazyDialog>
      <LazyDialog opened={dialog === 'images'}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={onClose}
            title={post.title}
            start={startImage}
            bucket="post-images"
            images={post.images}
          />
        )}
      </LazyDialog>
      {/* Whether the post is the viewer's own can become known after the click. */}
      <LazyDialog opened={dialog === 'quote' && !isOwn}>
        {(opened) => <PostQuoteDialog opened={opened} onClose={onClose} post={post} />}
      </LazyDialog>
      <LazyDialog opened={dialog === 'edit'}>
        {(opened) => <PostFormDialog opened={opened} onClose={onClose} post={post} />}
      </LazyDialog>
    </>
  );
}
