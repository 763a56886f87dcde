import { useState } from 'react';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useObjectUrl } from '@/shared/uploads/use-object-url.ts';
import classes from './feedback-drawer.module.css';
import { feedbackImageQueryOptions } from './get-feedback-image.ts';

const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);

const SIZE = { width: 132, height: 99 };

/** One image of a feedback, which opens in the lightbox; an image that cannot be loaded is left out. */
export function FeedbackImage({ path, n }: { path: string; n: number }) {
  const { t } = useLanguage();
  const [isOpened, setIsOpened] = useState(false);
  const { data, isError } = useQuery(feedbackImageQueryOptions(path));
  const address = useObjectUrl(data);
  if (isError) return null;
  if (address === undefined) return <Skeleton {...SIZE} />;
  return (
    <>
      <UnstyledButton aria-label={t('Open image {n}', { n })} onClick={() => setIsOpened(true)}>
        <img src={address} alt="" {...SIZE} className={classes.image} />
      </UnstyledButton>
      <LazyDialog opened={isOpened}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={() => setIsOpened(false)}
            title={t('Feedback')}
            start={0}
            images={[address]}
          />
        )}
      </LazyDialog>
    </>
  );
}
