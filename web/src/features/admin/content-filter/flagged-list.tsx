import { useState } from 'react';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Language } from '@/shared/i18n/language.ts';
import { filterFieldSchema, FILTER_FIELDS } from '@domain/content-filter.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import type { TableState } from '@/shared/ui/data-table/table-state.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { flaggedQueryOptions, type FlaggedText } from './list-flagged.ts';
import { useReadFlagged } from './read-flagged.ts';
import { useReviewFlagged } from './review-flagged.ts';
import { ruleNameText } from './rules-table.ts';
import classes from './content-filter.module.css';

/** This list keeps its page out of the URL, whose state belongs to the rules. */
const FIRST_PAGE: TableState<'when', never> = {
  page: 1,
  pageSize: 10,
  sort: 'when',
  order: 'desc',
  q: '',
  filters: {},
};

const fieldLabel = (context: string, { t }: Language) => {
  const field = filterFieldSchema.safeParse(context);
  return field.success ? t(FILTER_FIELDS[field.data]) : context;
};

/** Link to the place of a flagged text, if admins can see it. */
function Place({ context, entity, entity_id }: FlaggedText) {
  const language = useLanguage();
  if (entity === 'post' && entity_id)
    return (
      <Anchor component={Link} to={paths.post({ id: entity_id, title: '' })} size="sm">
        {fieldLabel(context, language)}
      </Anchor>
    );
  // Questions are checked by the rules for descriptions.
  const label = entity === 'post_question' ? language.t('Question') : fieldLabel(context, language);
  return (
    <>
      {label} {entity_id && `#${entity_id}`}
    </>
  );
}

/** A private text: hidden until an admin asks for it, which is logged. */
function PrivateText({ id }: { id: number }) {
  const { t } = useLanguage();
  const { mutateAsync, data, isPending } = useReadFlagged();
  const handleShow = () => void tellOutcome(mutateAsync(id), { failed: t('Error reading text') });
  if (data !== undefined)
    return (
      <div className={classes.excerpt} dir="auto">
        {data}
      </div>
    );
  return (
    <Button variant="default" size="compact-sm" loading={isPending} onClick={handleShow}>
      {t('Show private text')}
    </Button>
  );
}

const flaggedTableColumns = (language: Language): readonly Column<FlaggedText, 'when'>[] => {
  const { t, dayAndTime } = language;
  return [
    {
      label: t('Text'),
      isName: true,
      render: ({ id, excerpt }) =>
        excerpt ? (
          <div className={classes.excerpt} dir="auto">
            {excerpt}
          </div>
        ) : (
          <PrivateText id={id} />
        ),
    },
    {
      label: t('Rule'),
      render: ({ rule_name }) => <div className={classes.rule}>{ruleNameText(rule_name, language)}</div>,
    },
    { label: t('Where'), render: (row) => <Place {...row} /> },
    {
      label: t('Who'),
      render: ({ user_id, username }) =>
        user_id && username ? (
          <Anchor component={Link} to={paths.adminUser(user_id)} size="sm">
            {username}
          </Anchor>
        ) : (
          '–'
        ),
    },
    {
      label: t('When'),
      render: ({ created_at }) => (
        <Text component="time" inherit dateTime={created_at} title={created_at}>
          {dayAndTime(created_at)}
        </Text>
      ),
    },
  ];
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
        columns={flaggedTableColumns(language)}
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
