import { Badge } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { NewsSummary } from './news-item.ts';
import classes from './news-badges.module.css';

const STATUS_LABELS = { draft: msg('Draft'), archived: msg('Archived') } as const;

/** Badges of a news item: type, pinned and, for admins, whether it is public. */
export function NewsBadges({ item }: { item: Pick<NewsSummary, 'type' | 'isPinned' | 'status'> }) {
  const { t } = useLanguage();
  return (
    <span className={classes.badges}>
      <span className={classes.type} data-type={item.type}>
        {item.type === 'event' ? t('Event') : t('News')}
      </span>
      {item.isPinned && (
        <Badge variant="default" leftSection={<IconPinFilled size={11} aria-hidden />}>
          {t('Pinned')}
        </Badge>
      )}
      {item.status !== 'published' && (
        <Badge variant="outline" color="gray" className={classes.status}>
          {t(STATUS_LABELS[item.status])}
        </Badge>
      )}
    </span>
  );
}
