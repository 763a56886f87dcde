import { useEffect, useState } from 'react';
import { __iconNode as photoOff } from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs';
import { isForeignImage, siteOfImage, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import classes from './image-grid.module.css';

type PostImageProps = {
  /** Path in the storage bucket or absolute URL; undefined where index.html sets the address. */
  path: string | undefined;
  /** Whether it is visible without scrolling. */
  isAboveFold: boolean;
};

/**
 * An image of a post: its thumbnail, a placeholder icon without one, or the domain of an external image. Decorative:
 * the button around it, which opens the original, has the name. Not a `StoredImage`, which would add a file to the
 * first load.
 */
export function PostImage({ path, isAboveFold }: PostImageProps) {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) return undefined;
    // Retries an image that failed while offline.
    const tryAgain = () => setHasFailed(false);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);
  const sign = <PlainIcon shape={photoOff} className={classes.broken} size={28} />;
  if (hasFailed) return sign;
  if (path && isForeignImage(path))
    return (
      <>
        {sign}
        {siteOfImage(path)}
      </>
    );
  return (
    <img
      className={classes.image}
      src={path === undefined ? undefined : (thumbnailUrl('post-images', path) ?? undefined)}
      alt=""
      width={480}
      height={360}
      loading={isAboveFold ? 'eager' : 'lazy'}
      // Texts load first.
      fetchPriority="low"
      decoding="async"
      onError={() => setHasFailed(true)}
    />
  );
}
