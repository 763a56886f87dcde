import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BulkBar } from '@/shared/ui/data-table/bulk-bar.tsx';
import type { Selection } from '@/shared/ui/data-table/selection.ts';
import { SpamDialog } from '../manage/spam-dialog.tsx';
import { listUserIds } from './list-users.ts';
import type { UserTableState } from './user-table.ts';

type UsersBulkBarProps = {
  state: UserTableState;
  selection: Selection;
  /** Users that match the filters. */
  total: number;
};

/** Actions for all selected users, on whichever page they are. */
export function UsersBulkBar({ state, selection, total }: UsersBulkBarProps) {
  const { t, plural, number } = useLanguage();
  const [isMarking, marking] = useDisclosure(false);
  const { ids, onChange } = selection;
  return (
    <BulkBar
      label={t('Chosen users')}
      chosenText={plural(ids.size, { one: '{n} user chosen', other: '{n} users chosen' }, { n: number(ids.size) })}
      selection={selection}
      all={{ total, listIds: () => listUserIds(state) }}
    >
      <Button size="xs" variant="light" color="red" onClick={marking.open}>
        {t('This is spam')}
      </Button>
      <SpamDialog ids={[...ids]} opened={isMarking} onClose={marking.close} onDone={() => onChange(new Set())} />
    </BulkBar>
  );
}
