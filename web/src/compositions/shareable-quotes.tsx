import { Suspense, useState } from 'react';
import { Button, Stack } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { openState } from '@domain/requirements.ts';
import { RequestControls } from '@/features/posts/manage/request-controls.tsx';
import type { Post } from '@/features/posts/shown-post.ts';
import type { QuoteMessages } from '@/features/quotes/facts/shown-quote.ts';
import { AwaitedQuotes } from '@/features/quotes/compare/awaited-quotes.tsx';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';

/** Reading amounts weighs more than the page of a post, where most visitors see no quotes. */
const PostQuotes = lazyPart(async () => (await import('@/features/quotes/compare/post-quotes.tsx')).PostQuotes);
const ShareDialog = lazyPart(async () => (await import('@/features/posts/share/share-dialog.tsx')).ShareDialog);

type OwnPost = Pick<Post, 'id' | 'userId' | 'title' | 'isHidden' | 'closedAt' | 'closedReason' | 'quoteDeadline'>;

/** The text for an own post without quotes. */
function emptyText(post: OwnPost, isEnded: boolean, { t }: Language): string {
  if (isEnded) return t('No quotes came while the request was open.');
  return post.isHidden
    ? t('No quotes yet. Suppliers cannot see a hidden request.')
    : t('No quotes yet. Share your request to reach more suppliers.');
}

/**
 * The owner's panel of a post: its state, its quotes and, if there are none, a share button, unless the post is hidden
 * and a link to it would not open.
 */
export function ShareableQuotes({ post, messages }: { post: OwnPost; messages: QuoteMessages }) {
  const language = useLanguage();
  const { t } = language;
  const [isSharing, setIsSharing] = useState(false);
  const isEnded = openState(post, Date.now()) !== 'open';
  return (
    <Stack gap="md">
      <RequestControls post={post} />
      <Suspense fallback={<AwaitedQuotes />}>
        <PostQuotes
          postId={post.id}
          userId={post.userId}
          messages={messages}
          emptyText={emptyText(post, isEnded, language)}
          emptyAction={
            !post.isHidden &&
            !isEnded && (
              <Button
                variant="default"
                leftSection={<IconShare3 size={18} aria-hidden />}
                onClick={() => setIsSharing(true)}
              >
                {t('Share')}
              </Button>
            )
          }
        />
      </Suspense>
      <LazyDialog opened={isSharing}>
        {(opened) => (
          <ShareDialog
            opened={opened}
            onClose={() => setIsSharing(false)}
            title={post.title}
            url={new URL(paths.post(post), window.location.origin).href}
          />
        )}
      </LazyDialog>
    </Stack>
  );
}
