import { Text } from '@mantine/core';
import { countryName } from '@domain/countries.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { Time } from '@/shared/ui/time.tsx';
import { roleLabel } from '../labels.ts';
import type { User } from '../user.ts';
import type { UserSort } from '../user-table.ts';
import { StatusBadge } from './status-badge.tsx';
import { UserName } from './user-name.tsx';

/** The columns of the list of users. */
export function userTableColumns(onOpen: (user: User) => void): readonly Column<User, UserSort>[] {
  return [
    {
      label: 'User',
      sort: 'username',
      isName: true,
      render: (user) => <UserName user={user} onOpen={() => onOpen(user)} />,
    },
    {
      label: 'Name, company',
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
    { label: 'Country', render: ({ country }) => (country ? countryName(country) : '–') },
    { label: 'Role', render: ({ role }) => roleLabel(role) },
    { label: 'Status', render: (user) => <StatusBadge user={user} /> },
    { label: 'Posts', sort: 'posts', isNumber: true, render: ({ postCount }) => postCount },
    { label: 'Quotes', sort: 'quotes', isNumber: true, render: ({ quoteCount }) => quoteCount },
    {
      label: 'Rating',
      sort: 'rating',
      isNumber: true,
      render: ({ ratingAverage }) => ratingAverage?.toFixed(1) ?? '–',
    },
    { label: 'Registered', sort: 'registered', render: ({ createdAt }) => <Time iso={createdAt} format="day" /> },
    {
      label: 'Last seen',
      sort: 'lastSeen',
      render: ({ lastSeenAt }) => (lastSeenAt ? <Time iso={lastSeenAt} format="day" /> : 'Never'),
    },
  ];
}
