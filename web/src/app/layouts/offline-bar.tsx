import { useConnection } from '@/shared/backend/connection.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './offline-bar.module.css';

const texts = {
  online: '',
  offline: msg('No connection. You can go on with what is on the screen; the rest comes when the connection is back.'),
  waiting: msg('No connection. What you asked for opens when the connection is back.'),
};

/** Bar at the foot of the window while the connection is lost. */
export function OfflineBar() {
  const { t } = useLanguage();
  const text = t(texts[useConnection()]);
  return (
    <div role="status" className={text && classes.bar}>
      {text}
    </div>
  );
}
