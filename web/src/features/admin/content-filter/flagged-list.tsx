import { useState } from 'react';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import type { TableState } from '@/shared/ui/data-table/table-state.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { HitText, hitColumns } from './hit-columns.tsx';
import { flaggedQueryOptions, type FlaggedText } from './list-flagged.ts';
import { useReviewFlagged } from './review-flagged.ts';
import { ruleNameText } from './rules-table.ts';

/** This list keeps its page out of the URL, whose state belongs to the rules. */
const FIRST_PAGE: TableState<'when', never> = {
  page: 1,
  pageSize: 10,
  sort: 'when',
  order: 'desc',
  q: '',
  filters: {},
};

/** Flagged texts that await review, newest first. */
export function FlaggedList() {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, setState] = useState(FIRST_PAGE);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const query = useQuery(flaggedQueryOptions(state));
  const { mutateAsync, isPending } = useReviewFlagged();
  const handleReviewed = async () => {
    const isDone = await tellOutcome(mutateAsync([...ids]), { failed: t('Error saving review') });
    if (isDone) setIds(new Set());
  };
  return (
    <Stack gap="md" component="section" aria-label={t('Flagged for review')}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('Flagged for review')}
        </Title>
        <Button variant="default" disabled={ids.size === 0} loading={isPending} onClick={() => void handleReviewed()}>
          {ids.size > 0 ? t('Mark as reviewed ({n})', { n: ids.size }) : t('Mark as reviewed')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('A few words around what was found. Each look at a quote or a message is in the audit log.')}
      </Text>
      <DataTable
        label={t('Flagged for review')}
        errorTitle={t('Failed to load flagged texts')}
        countText={(n) => plural(n, { one: '{n} flagged text', other: '{n} flagged texts' }, { n: number(n) })}
        columns={[
          {
            label: t('Text'),
            isName: true,
            render: ({ id, excerpt }) => <HitText id={id} excerpt={excerpt} isPrivate={!excerpt} />,
          },
          ...hitColumns<FlaggedText>(language),
        ]}
        query={query}
        state={state}
        onChange={(change) =>
          setState({ ...state, page: change.page ?? 1, pageSize: change.pageSize ?? state.pageSize })
        }
        rowId={({ id }) => id}
        rowName={({ rule_name, username }) =>
          t('{ruleName} of {username}', {
            ruleName: ruleNameText(rule_name, language),
            username: username ?? t('nobody'),
          })
        }
        selection={{ ids, onChange: setIds }}
        emptyText={t('Nothing is waiting for review')}
      />
    </Stack>
  );
}
