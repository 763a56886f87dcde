import { useState } from 'react';
import type { Language } from '@/shared/i18n/language.ts';
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FILTER_FIELDS, RULE_ACTIONS, RULE_KINDS } from '@domain/content-filter.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { translatedOptions } from '@/shared/i18n/translated-options.ts';
import { downloadText } from '@/shared/text/download-text.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { tellFailure, tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useDeleteRule } from './delete-rule.ts';
import { readAllRules } from './export-rules.ts';
import { rulesQueryOptions } from './list-rules.ts';
import { rulesCsv } from './rules-csv.ts';
import {
  actionOptions,
  HIT_COLORS,
  kindOptions,
  patternText,
  rulesTable,
  type RuleSort,
  type StoredRule,
} from './rules-table.ts';
import { ImportDialog } from './import-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import classes from './content-filter.module.css';

const ENABLED_OPTIONS = [
  { value: 'yes', label: msg('Enabled') },
  { value: 'trial', label: msg('Trial') },
  { value: 'no', label: msg('Disabled') },
];

const FIELDS_NAMED = 2;

/** Names a few fields, counts many; the form lists them all. */
function fieldsText(fields: StoredRule['fields'], { t }: Language): string {
  if (fields.length === Object.keys(FILTER_FIELDS).length) return t('All');
  return fields.length <= FIELDS_NAMED
    ? fields.map((field) => t(FILTER_FIELDS[field])).join(', ')
    : t('{n} fields', { n: fields.length });
}

type Open = { dialog: 'new' | 'import' } | { dialog: 'edit' | 'delete'; rule: StoredRule } | null;

function ruleTableColumns(
  open: (next: Open) => void,
  onShowHits: (rule: StoredRule) => void,
  language: Language,
): readonly Column<StoredRule, RuleSort>[] {
  const { t, number, day } = language;
  return [
    {
      label: t('Pattern'),
      sort: 'pattern',
      isName: true,
      render: (rule) => (
        <>
          <span className={rule.kind === 'built_in' ? undefined : classes.pattern}>{patternText(rule, language)}</span>
          {rule.isCaseSensitive && (
            <Text size="xs" c="dimmed">
              {t('Case sensitive')}
            </Text>
          )}
        </>
      ),
    },
    { label: t('Kind'), sort: 'kind', render: ({ kind }) => t(RULE_KINDS[kind]) },
    {
      label: t('Action', {}, 'rule'),
      sort: 'action',
      render: ({ action, isEnabled, stoppedShare, trialSince }) => (
        <>
          <Badge variant="light" color={HIT_COLORS[action]} miw="max-content">
            {t(RULE_ACTIONS[action])}
          </Badge>
          {isEnabled && trialSince !== null && (
            <Text size="xs">{t('On trial since {day}', { day: day(trialSince) })}</Text>
          )}
          {!isEnabled && stoppedShare === null && (
            <Text size="xs" c="dimmed">
              {t('Disabled')}
            </Text>
          )}
          {!isEnabled && stoppedShare !== null && (
            <Text size="xs">
              {stoppedShare > 1
                ? t('Stopped: it finds {percent} % of the last texts', { percent: number(stoppedShare) })
                : t('Stopped: it finds more than 1 % of the last texts')}
            </Text>
          )}
        </>
      ),
    },
    {
      label: t('Fields'),
      render: ({ fields }) => (
        <span title={fields.map((field) => t(FILTER_FIELDS[field])).join(', ')}>{fieldsText(fields, language)}</span>
      ),
    },
    {
      label: t('Hits (30 d)'),
      sort: 'hits',
      isNumber: true,
      render: (rule) =>
        rule.hits === 0 ? (
          number(0)
        ) : (
          <Anchor
            component="button"
            type="button"
            inherit
            aria-label={t('Hits of {name}', { name: patternText(rule, language) })}
            onClick={() => onShowHits(rule)}
          >
            {number(rule.hits)}
          </Anchor>
        ),
    },
    {
      label: t('Actions'),
      isActions: true,
      render: (rule) => (
        <Group gap="xs" className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            aria-label={t('Edit {label}', { label: patternText(rule, language) })}
            onClick={() => open({ dialog: 'edit', rule })}
          >
            {t('Edit')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('Delete {name}', { name: patternText(rule, language) })}
            onClick={() => open({ dialog: 'delete', rule })}
          >
            {t('Delete')}
          </Button>
        </Group>
      ),
    },
  ];
}

/** The rules of the content filter: search, filters, create, edit, delete, import and export. */
export function RulesList({ onShowHits }: { onShowHits: (rule: StoredRule) => void }) {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(rulesTable);
  const query = useQuery(rulesQueryOptions(state));
  const [open, setOpen] = useState<Open>(null);
  const shown = useLastShown(open);
  const rule = shown && 'rule' in shown ? shown.rule : undefined;
  const deleteRule = useDeleteRule();
  const exporting = useMutation({ mutationFn: readAllRules });
  const close = () => setOpen(null);
  const handleExport = () =>
    void exporting.mutateAsync().then(
      (rules) => downloadText('content-filter.csv', 'text/csv;charset=utf-8', rulesCsv(rules)),
      (error) => tellFailure(t('Export failed'), error),
    );
  const handleDelete = async () => {
    if (!rule) return;
    await tellOutcome(deleteRule.mutateAsync(rule), { done: t('Rule deleted'), failed: t('Error deleting rule') });
  };
  const { filters } = state;
  return (
    <Stack gap="md" component="section" aria-label={t('Rules')}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('Rules')}
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setOpen({ dialog: 'import' })}
          >
            {t('Import CSV')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exporting.isPending}
            onClick={handleExport}
          >
            {t('Export CSV')}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'new' })}>
            {t('New rule')}
          </Button>
        </Group>
      </Group>
      <TableToolbar label={t('Rules')} searchPlaceholder={t('Part of a pattern')} state={state} onChange={change}>
        <FilterSelect
          label={t('Kind')}
          value={filters.kind}
          options={kindOptions(language)}
          onChange={(kind) => change({ filters: { kind } })}
        />
        <FilterSelect
          label={t('Action', {}, 'rule')}
          value={filters.action}
          options={actionOptions(language)}
          onChange={(action) => change({ filters: { action } })}
        />
        <FilterSelect
          label={t('State')}
          value={filters.enabled}
          options={translatedOptions(ENABLED_OPTIONS, language)}
          onChange={(enabled) => change({ filters: { enabled } })}
        />
      </TableToolbar>
      <DataTable
        label={t('Rules')}
        errorTitle={t('Failed to load rules')}
        countText={(n) => plural(n, { one: '{n} rule', other: '{n} rules' }, { n: number(n) })}
        columns={ruleTableColumns(setOpen, onShowHits, language)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={(each) => patternText(each, language)}
        onOpen={(each) => setOpen({ dialog: 'edit', rule: each })}
        emptyText={t('No rules yet')}
        narrowedText={t('No rules match these filters')}
      />
      <RuleDialog rule={rule} opened={open?.dialog === 'new' || open?.dialog === 'edit'} onClose={close} />
      <ImportDialog opened={open?.dialog === 'import'} onClose={close} />
      <ConfirmDialog
        opened={open?.dialog === 'delete'}
        onClose={close}
        title={t('Delete rule')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={handleDelete}
      >
        {t('Are you sure you want to delete the rule “{name}”? What it found stays listed.', {
          name: rule ? patternText(rule, language) : '',
        })}
      </ConfirmDialog>
    </Stack>
  );
}
