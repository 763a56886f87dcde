import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { SpamDialog } from '../manage/spam-dialog.tsx';
import classes from '../admin-users.module.css';
import { listUserIds } from './list-users.ts';
import type { UserTableState } from './user-table.ts';

type UsersBulkBarProps = {
  state: UserTableState;
  ids: ReadonlySet<number>;
  /** Users that match the filters. */
  total: number;
  onChange: (ids: ReadonlySet<number>) => void;
};

/** Actions for all selected users, on whichever page they are. */
export function UsersBulkBar({ state, ids, total, onChange }: UsersBulkBarProps) {
  const { t, plural, number } = useLanguage();
  const [isMarking, marking] = useDisclosure(false);
  const all = useMutation({ mutationFn: () => listUserIds(state) });
  const handleAll = () =>
    void all.mutateAsync().then(
      (found) => onChange(new Set(found)),
      (error) => tellFailure(t('Selection failed'), error),
    );
  return (
    <Group className={classes.bulk} justify="space-between" role="region" aria-label={t('Chosen users')}>
      <Text size="sm" role="status">
        {plural(ids.size, { one: '{n} user chosen', other: '{n} users chosen' }, { n: number(ids.size) })}
      </Text>
      <Group gap="xs">
        {total > ids.size && (
          <Button size="xs" variant="default" loading={all.isPending} onClick={handleAll}>
            {t('Choose all that match')}
          </Button>
        )}
        <Button size="xs" variant="light" color="red" onClick={marking.open}>
          {t('This is spam')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(new Set())}>
          {t('Clear')}
        </Button>
      </Group>
      <SpamDialog ids={[...ids]} opened={isMarking} onClose={marking.close} onDone={() => onChange(new Set())} />
    </Group>
  );
}
