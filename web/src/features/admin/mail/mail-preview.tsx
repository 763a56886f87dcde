import { useState } from 'react';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Locale } from '@domain/locale.ts';
import { previewMail } from '@domain/preview-mail.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { StoredMailTemplate } from './list-mail-templates.ts';
import classes from './mail-preview.module.css';

type MailPreviewProps = {
  name: string;
  locale: Locale;
  subject: string | null;
  body: string | null;
  /** Stored English text; some mails contain it as well. */
  english: Pick<StoredMailTemplate, 'subject' | 'body'> | undefined;
  footerAddress: string;
  isOptional: boolean;
};

/** Preview of a mail with example values, rendered by the code that sends it. */
export function MailPreview({ footerAddress, isOptional, ...mailText }: MailPreviewProps) {
  const { t } = useLanguage();
  const [view, setView] = useState('desktop');
  const mail = previewMail({
    ...mailText,
    siteUrl: window.location.origin,
    footerAddress,
    unsubscribeUrl: isOptional ? `${window.location.origin}${paths.unsubscribe}` : null,
  });
  if (!mail) return null;
  return (
    <Stack gap="sm" component="section" aria-label={t('Preview')}>
      <SegmentedControl
        aria-label={t('View of the preview')}
        data={[
          { value: 'desktop', label: t('Desktop') },
          { value: 'mobile', label: t('Mobile') },
          { value: 'text', label: t('Text', {}, 'view') },
        ]}
        value={view}
        onChange={setView}
        fullWidth
      />
      <Text size="sm" fw={600} lang={mailText.locale} className={classes.subject}>
        {mail.subject}
      </Text>
      {view === 'text' ? (
        <pre className={classes.text} aria-label={t('Mail as text')}>
          {mail.text}
        </pre>
      ) : (
        <div className={classes.stage}>
          {/* Sandboxed: the mail can neither run scripts nor navigate. */}
          <iframe className={classes.frame} data-view={view} title={t('Mail as HTML')} sandbox="" srcDoc={mail.html} />
        </div>
      )}
    </Stack>
  );
}
