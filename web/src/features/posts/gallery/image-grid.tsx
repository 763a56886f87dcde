import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { imageTiles } from './image-tiles.ts';
import { PostImage } from './post-image.tsx';
import classes from './image-grid.module.css';

type ImageGridProps = {
  images: readonly string[];
  isAboveFold?: boolean;
  /** Shows all images, the first one large; on a phone one after the other, to be swiped. */
  isGallery?: boolean;
  onOpen: (index: number) => void;
};

function tileName(index: number, count: number, more: number, { t }: Language): string {
  const place = { index: index + 1, count };
  return more > 0
    ? t('Open image {index} of {count}, +{more} more', { ...place, more })
    : t('Open image {index} of {count}', place);
}

/** One to four images side by side, with "+N" on the fourth if there are more. Each opens the viewer at itself. */
export function ImageGrid({ images, isAboveFold = false, isGallery = false, onOpen }: ImageGridProps) {
  const language = useLanguage();
  const tiles = imageTiles(images, isGallery);
  if (tiles.length === 0) return null;
  return (
    <div className={classes.grid} data-count={isGallery ? 'all' : tiles.length}>
      {tiles.map(({ path, more }, index) => (
        <button
          type="button"
          key={`${index} ${path}`}
          className={classes.tile}
          aria-label={tileName(index, images.length, more, language)}
          onClick={() => onOpen(index)}
        >
          <PostImage path={path} isAboveFold={isAboveFold} />
          {more > 0 && <span className={classes.overlay}>+{more}</span>}
          {isGallery && tiles.length > 1 && <span data-place>{`${index + 1}/${tiles.length}`}</span>}
        </button>
      ))}
    </div>
  );
}
