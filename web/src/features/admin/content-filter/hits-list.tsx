import { useState } from 'react';
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { HIT_ACTIONS } from '@domain/content-filter.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import type { TableState } from '@/shared/ui/data-table/table-state.ts';
import { FilterSelect } from '@/shared/ui/data-table/table-toolbar.tsx';
import { HitText, hitColumns } from './hit-columns.tsx';
import { hitsQueryOptions, type ContentHit } from './list-hits.ts';
import { HIT_COLORS, optionsOf, patternText, ruleNameText, type StoredRule } from './rules-table.ts';

/** This list keeps its state out of the URL, which belongs to the rules. */
const FIRST_PAGE: TableState<'when', 'action'> = {
  page: 1,
  pageSize: 10,
  sort: 'when',
  order: 'desc',
  q: '',
  filters: { action: '' },
};

type HitsListProps = { /** Shows only hits of this rule. */ rule: StoredRule | null; onAllRules: () => void };

/** Hits of the rules (blocked, masked, flagged, on trial) in the last 30 days, newest first. */
export function HitsList({ rule, onAllRules }: HitsListProps) {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, setState] = useState(FIRST_PAGE);
  const { page, pageSize, filters } = state;
  const query = useQuery(hitsQueryOptions({ action: filters.action, ruleId: rule?.id ?? null, page, pageSize }));
  return (
    <Stack gap="md" component="section" aria-label={t('Hits')} id="hits">
      <Title order={2} size="h3">
        {t('Hits')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('Of the last 30 days. Words are shown of flagged texts, and of public ones that a trial found.')}
      </Text>
      <Group align="flex-end">
        <FilterSelect
          label={t('Action', {}, 'rule')}
          value={filters.action}
          options={optionsOf(HIT_ACTIONS, language)}
          onChange={(action) => setState({ ...FIRST_PAGE, pageSize, filters: { action } })}
        />
        {rule && (
          <Button variant="default" onClick={onAllRules}>
            {t('All rules, not only {name}', { name: patternText(rule, language) })}
          </Button>
        )}
      </Group>
      <DataTable
        label={t('Hits')}
        errorTitle={t('Failed to load hits')}
        countText={(n) => plural(n, { one: '{n} hit', other: '{n} hits' }, { n: number(n) })}
        columns={[
          {
            label: t('Text'),
            isName: true,
            render: ({ id, excerpt, has_private_text }) => (
              <HitText id={id} excerpt={excerpt} isPrivate={has_private_text} />
            ),
          },
          {
            label: t('Action', {}, 'rule'),
            render: ({ action }) => (
              <Badge variant="light" color={HIT_COLORS[action]} miw="max-content">
                {t(HIT_ACTIONS[action])}
              </Badge>
            ),
          },
          ...hitColumns<ContentHit>(language),
        ]}
        query={query}
        state={state}
        onChange={(change) => setState({ ...state, page: change.page ?? 1, pageSize: change.pageSize ?? pageSize })}
        rowId={({ id }) => id}
        rowName={({ rule_name }) => ruleNameText(rule_name, language)}
        emptyText={t('No hits')}
      />
    </Stack>
  );
}
