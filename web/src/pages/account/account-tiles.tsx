import { Paper, Skeleton } from '@mantine/core';
import { IconGavel, IconHourglassLow, IconMail, IconMessageCircleQuestion } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { AccountDesk } from './get-account-desk.ts';
import classes from './account-tiles.module.css';

type AccountTilesProps = {
  /** Undefined until it is known. */
  desk: AccountDesk | undefined;
  unread: number | undefined;
};

/** The user's open tasks: four numbers, each a link to its list. */
export function AccountTiles({ desk, unread }: AccountTilesProps) {
  const { t, number } = useLanguage();
  const tiles = [
    [IconGavel, t('Quotes to decide on'), desk?.quotesToDecide, paths.quotesToDecide],
    [IconMessageCircleQuestion, t('Questions to answer'), desk?.questionsToAnswer, paths.myPosts('asked')],
    [IconHourglassLow, t('Closing this week'), desk?.closingPostIds.length, paths.myPosts('closing')],
    [IconMail, t('Unread messages'), unread, paths.inbox],
  ] as const;
  return (
    <nav aria-label={t('What waits for you')}>
      <ul className={classes.tiles}>
        {tiles.map(([Icon, label, count, to]) => (
          <Paper key={label} component="li" withBorder className={classes.tile} data-empty={count === 0 || undefined}>
            <Icon className={classes.icon} size={22} stroke={1.6} aria-hidden />
            <Link to={to} className={classes.link}>
              <span className={classes.count}>
                {count === undefined ? (
                  <Skeleton component="span" display="block" width="1.75rem" height="1.5rem" />
                ) : (
                  number(count)
                )}
              </span>{' '}
              {label}
            </Link>
          </Paper>
        ))}
      </ul>
    </nav>
  );
}
