import { Loader, Portal } from '@mantine/core';
import { useConnection } from '@/shared/backend/connection.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './late-spinner.module.css';

/**
 * A loading indicator that appears after a noticeable delay and blocks nothing. While the connection is lost, the
 * offline bar of the page shows instead.
 */
export function LateSpinner() {
  const { t } = useLanguage();
  if (useConnection() === 'waiting') return null;
  return (
    <Portal>
      <div className={classes.spinner} role="status" aria-label={t('Loading')}>
        <Loader size="sm" />
      </div>
    </Portal>
  );
}
