import { Text } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './quote-count.module.css';

/** How many quotes a post has received. */
export function QuoteCount({ count }: { count: number }) {
  const { plural } = useLanguage();
  return (
    <Text component="span" size="sm" fw={500} c="dimmed" className={classes.count}>
      <IconMessage2 size={18} aria-hidden />
      {plural(count, { one: '{n} quote', other: '{n} quotes' })}
    </Text>
  );
}
