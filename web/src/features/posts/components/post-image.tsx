import { useState } from 'react';
import { IconPhotoOff } from '@tabler/icons-react';
import { thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './image-grid.module.css';

type PostImageProps = {
  /** Path in the bucket or absolute URL. */
  path: string;
  /** Whether it is seen without scrolling. */
  isAboveFold: boolean;
};

/** An image of a post as its thumbnail, a sign without one; its button opens the original. Decorative: the button has the name. Not a `StoredImage`, which would be one more file of the first load. */
export function PostImage({ path, isAboveFold }: PostImageProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <IconPhotoOff className={classes.broken} size={28} stroke={1.4} aria-hidden />;
  return (
    <img
      className={classes.image}
      src={thumbnailUrl('post-images', path)}
      alt=""
      width={480}
      height={360}
      loading={isAboveFold ? 'eager' : 'lazy'}
      fetchPriority={isAboveFold ? 'high' : 'auto'}
      decoding="async"
      // Another site learns no more than that its image is shown.
      referrerPolicy="no-referrer"
      onError={() => setHasFailed(true)}
    />
  );
}
