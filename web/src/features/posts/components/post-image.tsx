import { Suspense, useEffect, useState } from 'react';
import { __iconNode as photoOff } from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { isForeignImage, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import classes from './image-grid.module.css';

const ForeignImage = lazyPart(async () => (await import('@/shared/uploads/components/foreign-image.tsx')).ForeignImage);

type PostImageProps = {
  /** Path in the bucket or absolute URL; undefined where index.html writes the address. */
  path: string | undefined;
  /** Whether it is seen without scrolling. */
  isAboveFold: boolean;
};

/** An image of a post as its thumbnail, a sign without one, the name of its site for a foreign one; its button opens the original. Decorative: the button has the name. Not a `StoredImage`, which would be one more file of the first load. */
export function PostImage({ path, isAboveFold }: PostImageProps) {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) return undefined;
    // Lost with the connection, it comes with the next one.
    const tryAgain = () => setHasFailed(false);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);
  if (path !== undefined && isForeignImage(path))
    return (
      <Suspense>
        <ForeignImage url={path} />
      </Suspense>
    );
  if (hasFailed) return <PlainIcon shape={photoOff} className={classes.broken} size={28} />;
  return (
    <img
      className={classes.image}
      src={path === undefined ? undefined : (thumbnailUrl('post-images', path) ?? undefined)}
      alt=""
      width={480}
      height={360}
      loading={isAboveFold ? 'eager' : 'lazy'}
      // The texts come first.
      fetchPriority="low"
      decoding="async"
      onError={() => setHasFailed(true)}
    />
  );
}
