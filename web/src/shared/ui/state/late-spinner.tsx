import { Loader, Portal } from '@mantine/core';
import { useConnection } from '@/shared/backend/connection.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './late-spinner.module.css';

/**
 * Says that something was asked for and comes, once it takes noticeably long; it covers nothing and takes no click. Where it waits
 * for the connection, which may take long, the bar of the page says so instead.
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
