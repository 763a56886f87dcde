import { Badge } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import type { NewsSummary } from '../news-item.ts';
import classes from './news-badges.module.css';

const STATUS_LABELS = { draft: 'Draft', archived: 'Archived' } as const;

/** Badges of a news item: its type, whether it is pinned, and for admins whether others see it. */
export function NewsBadges({ item }: { item: Pick<NewsSummary, 'type' | 'isPinned' | 'status'> }) {
  return (
    <span className={classes.badges}>
      <span className={classes.type} data-type={item.type}>
        {item.type === 'event' ? 'Event' : 'News'}
      </span>
      {item.isPinned && (
        <Badge variant="default" leftSection={<IconPinFilled size={11} aria-hidden />}>
          Pinned
        </Badge>
      )}
      {item.status !== 'published' && (
        <Badge variant="outline" color="gray" className={classes.status}>
          {STATUS_LABELS[item.status]}
        </Badge>
      )}
    </span>
  );
}
