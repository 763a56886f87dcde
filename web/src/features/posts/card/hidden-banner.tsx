import { IconEyeOff } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { hideReasonText } from '@/shared/text/hide-reason-text.ts';
import classes from './hidden-banner.module.css';

/** Banner that a post is hidden, with the reason. */
export function HiddenBanner({ reason }: { reason: string | null }) {
  const language = useLanguage();
  const { t } = language;
  return (
    <div className={classes.banner} role="note">
      <IconEyeOff size={18} aria-hidden className={classes.sign} />
      <div>
        <p className={classes.title}>{t('This post is hidden')}</p>
        {reason && (
          <p className={classes.reason} dir="auto">
            {hideReasonText(reason, language)}
          </p>
        )}
      </div>
    </div>
  );
}
