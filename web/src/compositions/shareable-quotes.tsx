import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import type { Post } from '@/features/posts/post.ts';
import type { QuoteMessages } from '@/features/quotes/quote.ts';
import { PostQuotes } from '@/features/quotes/components/post-quotes.tsx';
import { paths } from '@/shared/paths.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';

const ShareDialog = lazyPart(async () => (await import('@/features/posts/components/share-dialog.tsx')).ShareDialog);

/** The quotes on an own post, and while there are none the way to share it, unless it is hidden: nobody else could open it. */
export function ShareableQuotes({
  post,
  messages,
}: {
  post: Pick<Post, 'id' | 'title' | 'isHidden'>;
  messages: QuoteMessages;
}) {
  const [isSharing, setIsSharing] = useState(false);
  return (
    <>
      <PostQuotes
        postId={post.id}
        messages={messages}
        emptyText={
          post.isHidden
            ? 'No quotes yet. Suppliers cannot see a hidden request.'
            : 'No quotes yet. Share your request to reach more suppliers.'
        }
        emptyAction={
          !post.isHidden && (
            <Button
              variant="default"
              leftSection={<IconShare3 size={18} aria-hidden />}
              onClick={() => setIsSharing(true)}
            >
              Share
            </Button>
          )
        }
      />
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
    </>
  );
}
