import { Anchor, Badge, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { Time } from '@/shared/ui/time.tsx';
import { STATUS_COLORS, STATUS_LABELS } from '../labels.ts';
import { linkedAccountsQueryOptions } from './list-linked-accounts.ts';
import classes from '../admin-users.module.css';

/** Accounts that are perhaps the same person's: they signed in from the same network. */
export function LinkedAccounts({ userId }: { userId: number }) {
  const { t, plural } = useLanguage();
  const { data: accounts, isPending, error, refetch } = useQuery(linkedAccountsQueryOptions(userId));
  if (isPending) return <Skeleton height={200} aria-busy />;
  if (error)
    return <ErrorState title={t('Failed to load users')} message={error.message} onRetry={() => void refetch()} />;
  if (accounts.length === 0)
    return <EmptyState title={t('No other account signed in from the same network within 90 days')} isSmall />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('They signed in from the same network within 90 days. Colleagues and households share one, too.')}
      </Text>
      <ul className={classes.list}>
        {accounts.map((account) => (
          <PartItem key={account.id}>
            {() => (
              <>
                <Anchor component={Link} to={paths.adminUser(account.id)} size="sm" fw={550}>
                  {account.username}
                </Anchor>{' '}
                <Badge size="xs" variant="dot" color={STATUS_COLORS[account.status]}>
                  {t(STATUS_LABELS[account.status])}
                </Badge>
                <Text size="xs" c="dimmed">
                  {account.sameBrowser ? t('Same network and browser') : t('Same network')} ·{' '}
                  {plural(account.accounts, { one: '{n} account there', other: '{n} accounts there' })} ·{' '}
                  <Time iso={account.lastAt} />
                </Text>
              </>
            )}
          </PartItem>
        ))}
      </ul>
    </Stack>
  );
}
