import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ListedState } from '@domain/listed-state.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { hideReasonText } from '@/shared/text/hide-reason-text.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { Time } from '@/shared/ui/time.tsx';
import { PostName } from '@/shared/ui/post-name/post-name.tsx';
import type { AllPostSort } from './all-post-table.ts';
import type { ListedPost } from './list-all-posts.ts';

/** The states of posts as words. */
export const STATE_LABELS: Readonly<Record<ListedState, string>> = {
  open: msg('Open for quotes'),
  overdue: msg('Deadline passed'),
  closed: msg('Closed'),
  hidden: msg('Hidden'),
};
const STATE_COLORS = { open: 'teal', overdue: 'yellow', closed: 'gray', hidden: 'red' } as const;

/** Columns of the list of all posts. */
export function allPostColumns(language: Language): readonly Column<ListedPost, AllPostSort>[] {
  const { t } = language;
  return [
    { label: t('Post'), isName: true, render: (post) => <PostName post={post} /> },
    {
      label: t('Owner'),
      render: ({ userId, username }) => (
        <Anchor component={Link} to={paths.adminUser(userId)} inherit>
          {username}
        </Anchor>
      ),
    },
    { label: t('Country'), render: ({ country }) => language.country(country) },
    {
      label: t('Status'),
      render: ({ state, hiddenReason }) => (
        <>
          <Badge variant="dot" color={STATE_COLORS[state]} miw="max-content">
            {t(STATE_LABELS[state])}
          </Badge>
          {hiddenReason !== null && (
            <Text size="xs" c="dimmed" maw={200} lineClamp={2} title={hiddenReason} dir="auto">
              {hideReasonText(hiddenReason, language)}
            </Text>
          )}
        </>
      ),
    },
    { label: t('Quotes'), isNumber: true, render: ({ quotes }) => quotes },
    {
      label: t('Deadline'),
      sort: 'deadline',
      render: ({ quoteDeadline }) => (quoteDeadline === null ? '–' : <Time iso={quoteDeadline} format="day" />),
    },
    { label: t('Posted'), sort: 'posted', render: ({ createdAt }) => <Time iso={createdAt} format="day" /> },
  ];
}
