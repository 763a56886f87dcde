import { Button, Paper } from '@mantine/core';
import { IconCalendar, IconCalendarPlus, IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { downloadText } from '@/shared/text/download-text.ts';
import { paths } from '@/shared/paths.ts';
import { eventRange, isOtherTime, placeOfZone, zoneName } from '../event-time.ts';
import { icsOf } from '../ics.ts';
import type { NewsItem } from '../news-item.ts';
import classes from './event-box.module.css';

type EventBoxProps = { item: NewsItem; /** When the event starts. */ eventStart: string };

/** When and where an event is, and the way into the reader's calendar. */
export function EventBox({ item, eventStart }: EventBoxProps) {
  const handleAdd = () => {
    const url = new URL(paths.newsItem(item.id), window.location.origin).href;
    downloadText(`event-${item.id}.ics`, 'text/calendar;charset=utf-8', icsOf({ ...item, eventStart, url }));
  };
  return (
    <Paper component="section" withBorder p="lg" aria-label="Event" className={classes.box}>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <IconCalendar size={20} aria-hidden className={classes.icon} />
          <dt>When</dt>
          <dd>
            <time dateTime={eventStart} title={eventStart}>
              {eventRange(item)} {item.eventZone && zoneName(eventStart, item.eventZone)}
            </time>
            <span className={classes.hint}>
              {item.eventZone
                ? `Time in ${placeOfZone(item.eventZone)}`
                : `Your local time, ${zoneName(eventStart, null)}`}
            </span>
            {isOtherTime(eventStart, item.eventZone) && (
              <span className={classes.hint}>
                For you: {eventRange({ ...item, eventZone: null })} {zoneName(eventStart, null)}
              </span>
            )}
          </dd>
        </div>
        {item.location && (
          <div className={classes.fact}>
            <IconMapPin size={20} aria-hidden className={classes.icon} />
            <dt>Where</dt>
            <dd dir="auto">{item.location}</dd>
          </div>
        )}
      </dl>
      <div className={classes.actions}>
        <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={handleAdd}>
          Add to calendar
        </Button>
        {item.externalUrl && <ExternalLink url={item.externalUrl} />}
      </div>
    </Paper>
  );
}

/** The page about it outside the marketplace. */
export function ExternalLink({ url }: { url: string }) {
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      Visit website
    </Button>
  );
}
