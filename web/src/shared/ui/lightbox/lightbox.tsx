import { useState, type MouseEvent } from 'react';
import { ActionIcon, Button, CloseButton, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { publicImageUrl, siteOfImage, type ImageBucket } from '@/shared/uploads/image-url.ts';
import { useLayer } from '../dialog/use-layer.ts';
import classes from './lightbox.module.css';

type LightboxProps = {
  /** Without one, `images` are object URLs. */
  bucket?: ImageBucket;
  /** Paths in the storage bucket, or external URLs, which the viewer links to and does not load. */
  images: readonly string[];
  /** Accessible name of the images. */
  title: string;
  /** Index of the first image. */
  start: number;
  opened: boolean;
  onClose: () => void;
};

type GalleryProps = Omit<LightboxProps, 'opened'>;

function Gallery({ bucket, images, title, start, onClose }: GalleryProps) {
  const { t } = useLanguage();
  const [index, setIndex] = useState(start);
  const isPaged = images.length > 1;
  const turn = (by: 1 | -1) => setIndex((current) => (current + by + images.length) % images.length);
  // On the window, so that keys work before the focus has moved inside.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  });
  const handleClick = (event: MouseEvent) => {
    const isOnBackdrop = event.target instanceof Element && !event.target.closest('img, button, a');
    if (isOnBackdrop) onClose();
  };
  const image = images[index] ?? '';
  const source = bucket ? publicImageUrl(bucket, image) : image;
  const position = t('Image {index} of {images}', { index: index + 1, images: images.length });
  return (
    // A click on the backdrop closes too; the accessible ways are Escape and the close button.
    <div className={classes.stage} onClick={handleClick} role="presentation">
      <CloseButton
        className={classes.close}
        size={44}
        iconSize={24}
        aria-label={t('Close')}
        onClick={onClose}
        data-autofocus
      />
      {isPaged && (
        <ActionIcon
          className={`${classes.arrow} ${classes.previous}`}
          size={48}
          radius="xl"
          aria-label={t('Previous image')}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft />
        </ActionIcon>
      )}
      {source === null ? (
        <Button component="a" href={image} target="_blank" rel="noopener noreferrer nofollow ugc" variant="white">
          {t('Open the image on {site}', { site: siteOfImage(image) })}
        </Button>
      ) : (
        <img key={source} className={classes.image} src={source} alt={`${title}: ${position}`} />
      )}
      {isPaged && (
        <ActionIcon
          className={`${classes.arrow} ${classes.next}`}
          size={48}
          radius="xl"
          aria-label={t('Next image')}
          onClick={() => turn(1)}
        >
          <IconChevronRight />
        </ActionIcon>
      )}
      {isPaged && (
        <div className={classes.dots} role="group" aria-label={t('Images')}>
          {images.map((path, number) => (
            <UnstyledButton
              key={`${number} ${path}`}
              className={classes.dot}
              aria-label={t('Show image {number}', { number: number + 1 })}
              aria-current={number === index ? 'true' : undefined}
              onClick={() => setIndex(number)}
            />
          ))}
        </div>
      )}
      <VisuallyHidden role="status">{position}</VisuallyHidden>
    </div>
  );
}

/**
 * Shows images over the page. Escape, the close button and a click next to the image close it; arrow keys, arrows and
 * dots cycle through several images. The focus returns to where it was.
 */
export function Lightbox({ opened, onClose, ...gallery }: LightboxProps) {
  const { t } = useLanguage();
  const handleClose = useLayer(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={handleClose}
      fullScreen
      transitionProps={{ duration: 160, transition: 'fade' }}
    >
      <Modal.Overlay backgroundOpacity={0.95} color="#000" blur={0} />
      <Modal.Content
        className={classes.content}
        aria-label={t('Images of {title}', { title: gallery.title })}
        radius={0}
      >
        <Modal.Body className={classes.body}>
          <Gallery {...gallery} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
