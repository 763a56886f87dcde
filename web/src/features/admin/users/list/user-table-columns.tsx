import type { Language } from '@/shared/i18n/language.ts';
import { Stack, Text } from '@mantine/core';
import { averageText } from '@/shared/text/average-text.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { Time } from '@/shared/ui/time.tsx';
import { roleLabel } from '../labels.ts';
import type { User } from '../shown-user.ts';
import type { UserSort } from './user-table.ts';
import { StatusBadge } from '../status-badge.tsx';
import { UserName } from '../user-name.tsx';
import classes from '../admin-users.module.css';

/** Columns of the user list. */
export function userTableColumns(onOpen: (user: User) => void, language: Language): readonly Column<User, UserSort>[] {
  const { t } = language;
  return [
    {
      label: t('User'),
      sort: 'username',
      isName: true,
      render: (user) => <UserName user={user} onOpen={() => onOpen(user)} />,
    },
    {
      label: t('Name, company'),
      className: classes.company,
      render: ({ name, companyName, organization }) => {
        const company = companyName ?? organization;
        if (!name && !company) return '–';
        return (
          <>
            {name}
            <Text size="xs" c="dimmed">
              {company}
            </Text>
          </>
        );
      },
    },
    { label: t('Country'), render: ({ country }) => (country ? language.country(country) : '–') },
    {
      label: t('Role, status'),
      render: (user) => (
        <Stack gap={4} align="flex-start" miw="max-content">
          {roleLabel(user.role, language)}
          <StatusBadge user={user} />
        </Stack>
      ),
    },
    { label: t('Posts'), sort: 'posts', isNumber: true, render: ({ postCount }) => postCount },
    { label: t('Quotes'), sort: 'quotes', isNumber: true, render: ({ quoteCount }) => quoteCount },
    {
      label: t('Rating'),
      sort: 'rating',
      isNumber: true,
      render: ({ ratingAverage }) => (ratingAverage === null ? '–' : averageText(ratingAverage, language)),
    },
    { label: t('Registered'), sort: 'registered', render: ({ createdAt }) => <Time iso={createdAt} format="day" /> },
    {
      label: t('Last seen'),
      sort: 'lastSeen',
      render: ({ lastSeenAt }) => (lastSeenAt ? <Time iso={lastSeenAt} format="day" /> : t('Never')),
    },
  ];
}
