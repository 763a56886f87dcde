import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQueryOptions } from '@/features/admin/settings/list-settings.ts';
import { ExchangeRateList } from '@/features/admin/exchange-rates/exchange-rate-list.tsx';
import { LimitsList } from '@/features/admin/settings/limits-list.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** Limits and switches, effective immediately. */
export function AdminSettingsPage() {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const { data, isPending, error, refetch } = useQuery(settingsQueryOptions);
  return (
    <Stack gap="lg">
      <PageTitle title={t('Settings')}>
        {t('Limits and switches. A change works at once and is kept in the audit log.')}
      </PageTitle>
      {isPending && <SheetSkeleton label={t('Loading settings')} />}
      {error && (
        <ErrorState title={t('Failed to load settings')} message={error.message} onRetry={() => void refetch()} />
      )}
      {data && (
        <LimitsList settings={data} canChange={current.status === 'user' && current.user.role === 'main_admin'} />
      )}
      {/* Not before the limits above it, which would push it down. */}
      {!isPending && <ExchangeRateList />}
    </Stack>
  );
}
