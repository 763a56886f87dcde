import { IconCalendarEvent, IconNews, IconPhotoOff } from '@tabler/icons-react';
import type { NewsType } from '@domain/news-options.ts';
import { StoredImage } from '@/shared/uploads/components/stored-image.tsx';
import { publicImageUrl, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import classes from './news-image.module.css';

type NewsImageProps = {
  /** Path in the storage bucket. */
  path: string;
  /** Reserved width in pixels, at 16:9. */
  width: number;
  /** Full size instead of the 480 px thumbnail. */
  isLarge?: boolean;
  isAboveFold?: boolean;
};

/**
 * Image of a news item. Falls back from full size to thumbnail, and from thumbnail to placeholder. Decorative: the
 * surrounding element has the name.
 */
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

/** Placeholder for a missing cover: the icon of the type. */
export function NewsSign({ type }: { type: NewsType }) {
  const Icon = type === 'event' ? IconCalendarEvent : IconNews;
  return (
    <span className={classes.empty} data-type={type}>
      <Icon size={44} stroke={1.2} aria-hidden />
    </span>
  );
}
