import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

type ErrorStateProps = { title: string; message?: string; retryLabel?: string; onRetry?: () => void };

/** Why something could not be shown, and the way out (B0). */
export function ErrorState({ title, message, retryLabel = 'Retry', onRetry }: ErrorStateProps) {
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertTriangle />} role="alert">
      {message && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" variant="default" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Alert>
  );
}
