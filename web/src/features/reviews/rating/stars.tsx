import { IconStarFilled, IconStarHalfFilled } from '@tabler/icons-react';
import { RATING_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './stars.module.css';

/** A rating as five stars, rounded to halves; read out as "4 out of 5 stars". */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const { t } = useLanguage();
  const halves = Math.round(rating * 2);
  return (
    <span
      className={classes.stars}
      role="img"
      aria-label={t('{rating} out of {max} stars', { rating, max: RATING_MAX })}
    >
      {Array.from({ length: RATING_MAX }, (_, index) => (
        <span key={index} className={classes.star}>
          <IconStarFilled size={size} className={halves >= 2 * index + 2 ? classes.filled : classes.dim} aria-hidden />
          {halves === 2 * index + 1 && <IconStarHalfFilled size={size} className={classes.filled} aria-hidden />}
        </span>
      ))}
    </span>
  );
}
