import { IconCalendarEvent, IconNews, IconPhotoOff } from '@tabler/icons-react';
import type { NewsType } from '@domain/news.ts';
import { StoredImage } from '@/shared/uploads/components/stored-image.tsx';
import { publicImageUrl, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './news-image.module.css';

type NewsImageProps = {
  /** Path in the bucket. */
  path: string;
  /** Pixels that are reserved for it: 16:9. */
  width: number;
  /** Whole instead of the thumbnail of 480 px. */
  isLarge?: boolean;
  isAboveFold?: boolean;
};

/** An image of a news item; a sign where the thumbnail is missing, the thumbnail where a whole one is. Decorative: what it stands in has the name. */
export function NewsImage({ path, width, isLarge = false, isAboveFold = false }: NewsImageProps) {
  return (
    <StoredImage
      sources={[isLarge ? publicImageUrl('news-images', path) : null, thumbnailUrl('news-images', path)]}
      fallback={
        <span className={classes.empty}>
          <IconPhotoOff size={28} stroke={1.4} aria-hidden />
        </span>
      }
      className={classes.image}
      width={width}
      height={Math.round((width * 9) / 16)}
      loading={isAboveFold ? 'eager' : 'lazy'}
    />
  );
}

/** Stands in for a cover: the sign of the type. */
export function NewsSign({ type }: { type: NewsType }) {
  const Icon = type === 'event' ? IconCalendarEvent : IconNews;
  return (
    <span className={classes.empty} data-type={type}>
      <Icon size={44} stroke={1.2} aria-hidden />
    </span>
  );
}
