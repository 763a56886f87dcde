import type { ReactNode } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { useBelow } from '@/shared/ui/use-below.ts';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BUTTONS, BUTTONS_NARROW, pagerWindow } from './pager-window.ts';
import classes from './pager.module.css';

type PagerProps = {
  /** Starts at 1. */
  page: number;
  pageCount: number;
  onChange: (page: number) => void;
  label?: string;
};

function Ellipsis() {
  return (
    <Text component="span" c="dimmed" className={classes.ellipsis} aria-hidden>
      …
    </Text>
  );
}

/** First, Previous, up to 5 pages (3 under 640 px) with ellipses, Next and Last; renders nothing for a single page. */
export function Pager({ page, pageCount, onChange, label }: PagerProps) {
  const { t } = useLanguage();
  const isNarrow = useBelow('phone');
  if (pageCount <= 1) return null;
  const { pages, skipsBefore, skipsAfter } = pagerWindow(page, pageCount, isNarrow ? BUTTONS_NARROW : BUTTONS);
  const step = (name: string, to: number, icon: ReactNode) => (
    <Button
      variant="default"
      className={classes.button}
      aria-label={name}
      title={name}
      disabled={to < 1 || to > pageCount || to === page}
      onClick={() => onChange(to)}
    >
      {icon}
    </Button>
  );
  return (
    <Group component="nav" aria-label={label ?? t('Pages')} justify="center" wrap="nowrap" className={classes.pager}>
      {step(t('First'), 1, <IconChevronsLeft size={18} aria-hidden />)}
      {step(t('Previous'), page - 1, <IconChevronLeft size={18} aria-hidden />)}
      {skipsBefore && <Ellipsis />}
      {pages.map((number) => (
        <Button
          key={number}
          variant={number === page ? 'filled' : 'default'}
          className={classes.button}
          aria-label={t('Page {number}', { number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      {skipsAfter && <Ellipsis />}
      {step(t('Next'), page + 1, <IconChevronRight size={18} aria-hidden />)}
      {step(t('Last'), pageCount, <IconChevronsRight size={18} aria-hidden />)}
    </Group>
  );
}
