import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { neighboursQueryOptions } from './list-neighbours.ts';
import classes from './news-neighbours.module.css';

/** Links to the previous and next news items; renders nothing if there are none or loading fails. */
export function NewsNeighbours({ newsId }: { newsId: number }) {
  const { t } = useLanguage();
  const { data } = useQuery(neighboursQueryOptions(newsId));
  if (!data || (!data.previous && !data.next)) return null;
  return (
    <nav aria-label={t('More news')} className={classes.nav}>
      {data.previous && (
        <Link to={paths.newsItem(data.previous.id)} className={classes.link}>
          <span className={classes.direction}>
            <IconArrowLeft size={16} aria-hidden /> {t('Previous')}
          </span>
          <span className={classes.title} dir="auto">
            {data.previous.title}
          </span>
        </Link>
      )}
      {data.next && (
        <Link to={paths.newsItem(data.next.id)} className={`${classes.link} ${classes.next}`}>
          <span className={classes.direction}>
            {t('Next')} <IconArrowRight size={16} aria-hidden />
          </span>
          <span className={classes.title} dir="auto">
            {data.next.title}
          </span>
        </Link>
      )}
    </nav>
  );
}
