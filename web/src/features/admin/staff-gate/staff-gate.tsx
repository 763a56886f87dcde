import type { ReactNode } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

const secondFactorQueryOptions = queryOptions({
  queryKey: keys.session.secondFactor,
  queryFn: async ({ signal }) => dataOf(await supabase.rpc('my_second_factor').abortSignal(signal).single()),
  staleTime: 0,
});

/** Shows the admin area, or leads an admin who still has to turn on two-step sign-in to it. The database decides. */
export function StaffGate({ children }: { children: ReactNode }) {
  const { t } = useLanguage();
  const { data } = useQuery(secondFactorQueryOptions);
  if (!data?.is_missing) return children;
  return (
    <Stack gap="lg" align="start">
      <PageTitle title={t('Two-step sign-in')} />
      <Text>{t('Your role requires two-step sign-in. Turn it on to use the admin area.')}</Text>
      <Button component={Link} to={paths.profileSecurity}>
        {t('Turn on')}
      </Button>
    </Stack>
  );
}
