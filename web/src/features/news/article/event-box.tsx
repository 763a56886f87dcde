import { Button, Paper } from '@mantine/core';
import { IconCalendar, IconCalendarPlus, IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { downloadText } from '@/shared/text/download-text.ts';
import { paths } from '@/shared/paths.ts';
import { useNow } from '@/shared/ui/use-now.ts';
import { eventRange, isOtherTime, placeOfZone, zoneName } from '../event-time.ts';
import { icsOf } from './ics.ts';
import type { NewsItem } from '../news-item.ts';
import classes from './event-box.module.css';

type EventBoxProps = { item: NewsItem; /** When the event starts. */ eventStart: string };

/** Time and place of an event, with a download for the reader's calendar until it ends. */
export function EventBox({ item, eventStart }: EventBoxProps) {
  const language = useLanguage();
  const { t } = language;
  const end = Date.parse(item.eventEnd ?? eventStart);
  const isPast = useNow(end) >= end;
  const handleAdd = () => {
    const url = new URL(paths.newsItem(item.id), window.location.origin).href;
    downloadText(`event-${item.id}.ics`, 'text/calendar;charset=utf-8', icsOf({ ...item, eventStart, url }));
  };
  return (
    <Paper component="section" withBorder p="lg" aria-label={t('Event')} className={classes.box}>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <IconCalendar size={20} aria-hidden className={classes.icon} />
          <dt>{isPast ? [t('When'), t('Past')].join(' · ') : t('When')}</dt>
          <dd>
            <time dateTime={eventStart} title={eventStart}>
              {eventRange(item, language)} {item.eventZone && zoneName(eventStart, item.eventZone, language)}
            </time>
            <span className={classes.hint}>
              {item.eventZone
                ? t('Time in {place}', { place: placeOfZone(item.eventZone) })
                : t('Your local time, {zone}', { zone: zoneName(eventStart, null, language) })}
            </span>
            {isOtherTime(eventStart, item.eventZone) && (
              <span className={classes.hint}>
                {t('For you: {time} {zone}', {
                  time: eventRange({ ...item, eventZone: null }, language),
                  zone: zoneName(eventStart, null, language),
                })}
              </span>
            )}
          </dd>
        </div>
        {item.location && (
          <div className={classes.fact}>
            <IconMapPin size={20} aria-hidden className={classes.icon} />
            <dt>{t('Where')}</dt>
            <dd dir="auto">{item.location}</dd>
          </div>
        )}
      </dl>
      <div className={classes.actions}>
        {!isPast && (
          <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={handleAdd}>
            {t('Add to calendar')}
          </Button>
        )}
        {item.externalUrl && <ExternalLink url={item.externalUrl} />}
      </div>
    </Paper>
  );
}

/** Link to an external page about the item. */
export function ExternalLink({ url }: { url: string }) {
  const { t } = useLanguage();
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('Visit website')}
    </Button>
  );
}
