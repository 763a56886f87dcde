import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { Stats } from '@domain/stats.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { statTiles, type StatTile } from './stat-figures.ts';
import classes from './stats.module.css';

/** Totals of the range, each with its change against the previous period. */
export function StatTiles({ stats }: { stats: Stats }) {
  const language = useLanguage();
  const { t } = language;
  return (
    <ul className={classes.tiles} aria-label={t('Totals')}>
      {statTiles(stats.current, stats.previous, stats.stock, language).map((tile) => (
        <li key={tile.label} className={classes.tile} title={tile.hint} data-tile={tile.label}>
          <Text size="sm" c="dimmed">
            {t(tile.label)}
          </Text>
          <div className={classes.value}>{tile.value}</div>
          <Delta tile={tile} />
          {tile.stock !== undefined && (
            <Text size="xs" c="dimmed">
              {tile.stock}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function Delta({ tile: { delta, direction, isBurden = false } }: { tile: StatTile }) {
  return (
    <span className={classes.delta} data-good={direction === 'up' && !isBurden}>
      {direction === 'up' && <IconArrowUpRight size={14} aria-hidden />}
      {direction === 'down' && <IconArrowDownRight size={14} aria-hidden />}
      {delta}
    </span>
  );
}
