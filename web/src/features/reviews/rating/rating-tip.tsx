import type { RefObject } from 'react';
import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useEscape } from '@/shared/ui/use-escape.ts';
import { userRatingQueryOptions } from './get-user-rating.ts';
import { ratingText } from './rating-text.ts';

function useRatingText(userId: number): string {
  const language = useLanguage();
  const { t } = language;
  const { status } = useCurrentUser();
  const { data, isError } = useQuery({ ...userRatingQueryOptions(userId), enabled: status === 'user' });
  if (status === 'guest') return t('Please log in to see the rating of user');
  if (isError) return t('The rating could not be loaded');
  return data ? ratingText(data, language) : t('Loading rating…');
}

type RatingTipProps = {
  userId: number;
  /** The name, which the tooltip describes. */
  link: RefObject<HTMLElement | null>;
  textId: string;
  opened: boolean;
  onClose: () => void;
};

/** Tooltip with the rating of a user. */
export function RatingTip({ userId, link, textId, opened, onClose }: RatingTipProps) {
  const text = useRatingText(userId);
  useEscape(opened, onClose);
  return <Tooltip target={link} label={<span id={textId}>{text}</span>} opened={opened} position="top-start" />;
}
