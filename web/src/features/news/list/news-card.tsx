import { useId, type ReactNode } from 'react';
import { Paper, Text, Title } from '@mantine/core';
import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { eventDays, eventRange, zoneName } from '../event-time.ts';
import type { NewsSummary } from '../news-item.ts';
import { NewsBadges } from '../news-badges.tsx';
import { NewsImage, NewsSign } from '../news-image.tsx';
import classes from './news-card.module.css';

type NewsCardProps = { item: NewsSummary; /** Admin actions. */ menu?: ReactNode; isAboveFold?: boolean };

function CardFacts({ item }: { item: NewsSummary }) {
  const language = useLanguage();
  const at = item.publishedAt ?? item.createdAt;
  if (!item.eventStart) {
    return (
      <time dateTime={at} title={at}>
        {language.day(at)}
      </time>
    );
  }
  return (
    <>
      <span className={classes.fact}>
        <IconCalendar size={16} aria-hidden />
        <time
          dateTime={item.eventStart}
          title={`${eventRange(item, language)} ${zoneName(item.eventStart, item.eventZone, language)}`}
        >
          {eventDays(item, language)}
        </time>
      </span>
      {item.location && (
        <span className={classes.fact}>
          <IconMapPin size={16} aria-hidden />
          <span className={classes.place} dir="auto">
            {item.location}
          </span>
        </span>
      )}
    </>
  );
}

/** Card of a news item or event: cover or placeholder, type, title, summary and date. */
export function NewsCard({ item, menu, isAboveFold = false }: NewsCardProps) {
  const titleId = useId();
  const [cover] = item.images;
  return (
    <Paper component="article" withBorder shadow="xs" aria-labelledby={titleId} className={classes.card}>
      <div className={classes.cover}>
        {cover ? <NewsImage path={cover} width={480} isAboveFold={isAboveFold} /> : <NewsSign type={item.type} />}
      </div>
      <div className={classes.content}>
        <div className={classes.head}>
          <NewsBadges item={item} />
          {menu && <div className={classes.menu}>{menu}</div>}
        </div>
        <Title order={2} size="h3" id={titleId} className={classes.title}>
          <Link to={paths.newsItem(item.id)} className={classes.link}>
            {item.title}
          </Link>
        </Title>
        {item.summary && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {item.summary}
          </Text>
        )}
        <div className={classes.facts}>
          <CardFacts item={item} />
        </div>
      </div>
    </Paper>
  );
}
