import { Alert, Button, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { NO_CONNECTION } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';

type ErrorStateProps = {
  title: string;
  message?: string;
  retryLabel?: string;
  onRetry?: () => void;
  /** Replaces a whole page: its title is the h1, and that of the browser tab. */
  isPage?: boolean;
};

function PageHeading({ title }: { title: string }) {
  useDocumentTitle(title);
  return (
    <Title order={1} size="sm">
      {title}
    </Title>
  );
}

/** Says why something could not be shown, with a retry. */
export function ErrorState({ title, message, retryLabel, onRetry, isPage = false }: ErrorStateProps) {
  const { t, message: shown } = useLanguage();
  return (
    <Alert
      color="red"
      variant="light"
      title={isPage ? <PageHeading title={shown(title)} /> : shown(title)}
      icon={<IconAlertTriangle />}
      role="alert"
    >
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
