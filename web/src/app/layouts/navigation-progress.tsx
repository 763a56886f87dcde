import { useNavigation } from 'react-router-dom';
import { useConnection } from '@/shared/backend/connection.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './navigation-progress.module.css';

/**
 * Progress bar at the top of the window during slow navigations. Without a connection the offline bar shows instead.
 */
export function NavigationProgress() {
  const { t } = useLanguage();
  const { state } = useNavigation();
  const connection = useConnection();
  if (state === 'idle' || connection === 'waiting') return null;
  return <div className={classes.bar} role="progressbar" aria-label={t('Loading page')} />;
}
