import type { ReactNode } from 'react';
import { Box, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { signInQueryOptions } from '../get-sign-in.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import classes from './security-panel.module.css';

type SecurityPanelProps = {
  /** How a user without a password gets one. */
  firstPassword: ReactNode;
};

/** How the user signs in: provider, password, second step, sessions. */
export function SecurityPanel({ firstPassword }: SecurityPanelProps) {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(signInQueryOptions);
  if (!data) {
    return (
      <Box maw="36rem">
        {isPending ? (
          <SheetSkeleton label={t('Loading')} />
        ) : (
          <ErrorState
            title={t('Failed to load your account')}
            message={error?.message}
            onRetry={() => void refetch()}
          />
        )}
      </Box>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={classes.cards}>
      <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <Title order={2} size="h3">
            {data.hasPassword ? t('Change password') : t('Set a password')}
          </Title>
          {data.provider && <Text size="sm">{t('You sign in with {provider}', { provider: data.provider })}</Text>}
          {data.hasPassword ? <PasswordForm /> : firstPassword}
        </Stack>
      </Paper>
      <Stack gap="lg">
        <SecondFactorCard secondFactor={data.secondFactor} hasPassword={data.hasPassword} />
        <SessionsCard sessions={data.sessions} />
      </Stack>
    </SimpleGrid>
  );
}
