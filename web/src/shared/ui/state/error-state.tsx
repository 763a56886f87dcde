import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { NO_CONNECTION } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type ErrorStateProps = { title: string; message?: string; retryLabel?: string; onRetry?: () => void };

/** Says why something could not be shown, with a retry. */
export function ErrorState({ title, message, retryLabel, onRetry }: ErrorStateProps) {
  const { t, message: shown } = useLanguage();
  return (
    <Alert color="red" variant="light" title={shown(title)} icon={<IconAlertTriangle />} role="alert">
      {message && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {/* A failed read involves no form input, and after a lost connection it is repeated automatically. */}
          {message === NO_CONNECTION
            ? t('No connection. This comes by itself when the connection is back.')
            : shown(message)}
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" variant="default" onClick={onRetry}>
          {retryLabel ?? t('Retry')}
        </Button>
      )}
    </Alert>
  );
}
