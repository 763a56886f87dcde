import { IconStarFilled } from '@tabler/icons-react';
import { RATING_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './stars.module.css';

/** A rating as five stars; read out as "4 out of 5 stars". */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const { t } = useLanguage();
  return (
    <span
      className={classes.stars}
      role="img"
      aria-label={t('{rating} out of {max} stars', { rating, max: RATING_MAX })}
    >
      {Array.from({ length: RATING_MAX }, (_, index) => (
        <IconStarFilled
          key={index}
          size={size}
          className={index < Math.round(rating) ? classes.filled : classes.dim}
          aria-hidden
        />
      ))}
    </span>
  );
}
