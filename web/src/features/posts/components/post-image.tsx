import { IconPhotoOff } from '@tabler/icons-react';
import { StoredImage } from '@/shared/uploads/components/stored-image.tsx';
import { thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './image-grid.module.css';

type PostImageProps = {
  /** Path in the bucket or absolute URL. */
  path: string;
  /** Whether it is seen without scrolling. */
  isAboveFold: boolean;
};

/** An image of a post as its thumbnail, a sign without one; its button opens the original. Decorative: the button has the name. */
export function PostImage({ path, isAboveFold }: PostImageProps) {
  return (
    <StoredImage
      sources={[thumbnailUrl('post-images', path)]}
      fallback={<IconPhotoOff className={classes.broken} size={28} stroke={1.4} aria-hidden />}
      className={classes.image}
      width={480}
      height={360}
      loading={isAboveFold ? 'eager' : 'lazy'}
      fetchPriority={isAboveFold ? 'high' : 'auto'}
      // Another site learns no more than that its image is shown.
      referrerPolicy="no-referrer"
    />
  );
}
