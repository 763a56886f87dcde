import { useState, type ReactNode } from 'react';
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { userRatingQueryOptions } from '../api/get-user-rating.ts';
import { ratingText } from '../rating-text.ts';

type RatingTooltipProps = { userId: number; /** The name of the user. */ children: ReactNode; className?: string };

function useRatingText(userId: number, isWanted: boolean): string {
  const language = useLanguage();
  const { t } = language;
  const { status } = useCurrentUser();
  const { data, isError } = useQuery({ ...userRatingQueryOptions(userId), enabled: isWanted && status === 'user' });
  if (status === 'guest') return t('Please log in to see the rating of user');
  if (isError) return t('The rating could not be loaded');
  return data ? ratingText(data, language) : t('Loading rating…');
}

/** A user's name: leads to their page, and shows the rating when it is hovered, focused or touched; the rating is asked for only then. */
export function RatingTooltip({ userId, children, className }: RatingTooltipProps) {
  const [isWanted, setIsWanted] = useState(false);
  const text = useRatingText(userId, isWanted);
  const want = () => setIsWanted(true);
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }} position="top-start">
      <Link
        to={paths.user(userId)}
        className={className}
        dir="auto"
        onMouseEnter={want}
        onFocus={want}
        onTouchStart={want}
      >
        {children}
      </Link>
    </Tooltip>
  );
}
