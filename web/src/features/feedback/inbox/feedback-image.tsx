import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useObjectUrl } from '@/shared/uploads/use-object-url.ts';
import classes from './feedback-drawer.module.css';
import { feedbackImageQueryOptions } from './get-feedback-image.ts';

const SIZE = { width: 132, height: 99 };

/** One image of a feedback, which opens in a tab; an image that cannot be loaded is left out. */
export function FeedbackImage({ path, n }: { path: string; n: number }) {
  const { t } = useLanguage();
  const { data, isError } = useQuery(feedbackImageQueryOptions(path));
  const address = useObjectUrl(data);
  if (isError) return null;
  if (address === undefined) return <Skeleton {...SIZE} />;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" aria-label={t('Open image {n}', { n })}>
      <img src={address} alt="" {...SIZE} className={classes.image} />
    </a>
  );
}
