import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { QuotedOn } from '@/features/quotes/send/quoted-on.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';

// Only behind a notification or mail of a saved search.
const NewHit = lazyPart(async () => (await import('@/features/saved-searches/save-search.tsx')).NewHit);

/** Notes on a card for a signed-in user: new in a saved search, already quoted. */
export function CardNote({ userId, postId }: { userId: number; postId: number }) {
  const { search } = useLocation();
  return (
    <>
      {search.includes('&since=') && (
        <Suspense>
          <NewHit postId={postId} />
        </Suspense>
      )}
      <QuotedOn userId={userId} postId={postId} />
    </>
  );
}
