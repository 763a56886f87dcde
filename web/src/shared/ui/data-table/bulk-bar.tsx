import type { ReactNode } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import type { Selection } from './selection.ts';
import classes from './bulk-bar.module.css';

type BulkBarProps = {
  /** Name of the region: "Chosen users". */
  label: string;
  /** "3 users chosen". */
  chosenText: string;
  selection: Selection;
  /** How many rows match, and how to find their ids; without it only what is on screen can be chosen. */
  all?: { total: number; listIds: () => Promise<readonly number[]> };
  /** The buttons of the actions. */
  children: ReactNode;
};

/** Actions for all selected rows of a table, below it while there are any. */
export function BulkBar({ label, chosenText, selection: { ids, onChange }, all, children }: BulkBarProps) {
  const { t } = useLanguage();
  const listing = useMutation({ mutationFn: async () => (all ? all.listIds() : []) });
  const handleAll = () =>
    void listing.mutateAsync().then(
      (found) => onChange(new Set(found)),
      (error) => tellFailure(t('Selection failed'), error),
    );
  return (
    <Group className={classes.bar} justify="space-between" role="region" aria-label={label}>
      <Text size="sm" role="status">
        {chosenText}
      </Text>
      <Group gap="xs">
        {all && all.total > ids.size && (
          <Button size="xs" variant="default" loading={listing.isPending} onClick={handleAll}>
            {t('Choose all that match')}
          </Button>
        )}
        {children}
        <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(new Set())}>
          {t('Clear')}
        </Button>
      </Group>
    </Group>
  );
}
