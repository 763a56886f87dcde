import { useNavigation } from 'react-router-dom';
import { useConnection } from '@/shared/backend/connection.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './navigation-progress.module.css';

/** A bar at the top of the window while the next page is on its way, where the line is so slow that a click seems lost; where there is none, another bar says so. */
export function NavigationProgress() {
  const { t } = useLanguage();
  const { state } = useNavigation();
  const connection = useConnection();
  if (state === 'idle' || connection === 'waiting') return null;
  return <div className={classes.bar} role="progressbar" aria-label={t('Loading page')} />;
}
