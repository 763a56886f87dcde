import { Button, Group, Text } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { COMPARED_MAX, COMPARED_MIN } from './comparison-state.ts';

type CompareBarProps = { postId: number; total: number; chosenIds: readonly number[] };

/** Links to the comparison of the chosen quotes, or of all. Renders nothing for fewer than two. */
export function CompareBar({ postId, total, chosenIds }: CompareBarProps) {
  const { t, plural } = useLanguage();
  if (total < COMPARED_MIN) return null;
  const count = chosenIds.length || Math.min(total, COMPARED_MAX);
  const isEnough = count >= COMPARED_MIN;
  const common = { variant: 'light', size: 'xs', leftSection: <IconColumns3 size={16} aria-hidden /> };
  const label = plural(count, { one: 'Compare {n} quote', other: 'Compare {n} quotes' });
  return (
    <Group gap="sm" data-compares-all={chosenIds.length === 0 || undefined}>
      {isEnough ? (
        <Button {...common} component={Link} to={paths.compare(postId, chosenIds)}>
          {label}
        </Button>
      ) : (
        <Button {...common} disabled>
          {label}
        </Button>
      )}
      <Text size="xs" c="dimmed" role="status">
        {isEnough ? '' : t('Choose one more')}
      </Text>
    </Group>
  );
}
