import { useState } from 'react';
import { IconPhotoOff } from '@tabler/icons-react';
import { publicImageUrl, thumbnailUrl } from '@/shared/lib/image-url.ts';
import classes from './image-grid.module.css';

type PostImageProps = {
  /** Path in the bucket or absolute URL. */
  path: string;
  /** Whether it is seen without scrolling. */
  isAboveFold: boolean;
};

/** A picture of a post as its thumbnail; without one the original, without that a sign. Decorative: its button has the name. */
export function PostImage({ path, isAboveFold }: PostImageProps) {
  const sources = [...new Set([thumbnailUrl('post-images', path), publicImageUrl('post-images', path)])];
  const [failures, setFailures] = useState(0);
  const source = sources[failures];
  if (!source) return <IconPhotoOff className={classes.broken} size={28} stroke={1.4} aria-hidden />;
  return (
    <img
      className={classes.image}
      src={source}
      alt=""
      width={480}
      height={360}
      loading={isAboveFold ? 'eager' : 'lazy'}
      fetchPriority={isAboveFold ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailures(failures + 1)}
    />
  );
}
