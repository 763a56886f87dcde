import { UnstyledButton } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { NewsImage } from '../news-image.tsx';
import classes from './news-gallery.module.css';

type NewsGalleryProps = { images: readonly string[]; onOpen: (index: number) => void };

/** Images of a news item, the cover large and the others below; each opens in the viewer. */
export function NewsGallery({ images, onOpen }: NewsGalleryProps) {
  const { t } = useLanguage();
  if (images.length === 0) return null;
  return (
    <div className={classes.gallery} role="group" aria-label={t('Images')}>
      {images.map((path, index) => (
        <UnstyledButton
          key={path}
          className={index === 0 ? classes.cover : classes.tile}
          aria-label={t('Open image {n} of {count}', { n: index + 1, count: images.length })}
          onClick={() => onOpen(index)}
        >
          <NewsImage path={path} width={index === 0 ? 960 : 240} isLarge={index === 0} isAboveFold={index === 0} />
        </UnstyledButton>
      ))}
    </div>
  );
}
