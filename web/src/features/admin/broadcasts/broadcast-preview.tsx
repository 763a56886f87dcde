import { Card, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Card.css';
import { previewMail } from '@domain/preview-mail.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import classes from './broadcast-preview.module.css';

/** Preview of a broadcast: in the bell and, if chosen, as an email. */
export function BroadcastPreview({ message, withEmail }: { message: string; withEmail: boolean }) {
  const { t, locale, dayAndTime } = useLanguage();
  const shown = message.trim() || t('Your message');
  const mail = withEmail
    ? previewMail({
        name: 'broadcast',
        locale,
        english: undefined,
        subject: null,
        body: null,
        values: { username: 'anna', message: shown },
        siteUrl: window.location.origin,
        footerAddress: '',
        unsubscribeUrl: `${window.location.origin}${paths.unsubscribe}`,
      })
    : null;
  return (
    <Stack gap="sm" component="section" aria-label={t('Preview')}>
      <Text size="sm" fw={500}>
        {t('Preview')}
      </Text>
      <Card withBorder padding="md">
        <div className={classes.item}>
          <span className={classes.dot} aria-hidden />
          <div>
            <Text size="sm" className={classes.message} c={message.trim() ? undefined : 'dimmed'}>
              {shown}
            </Text>
            <Text size="xs" c="dimmed">
              {dayAndTime(new Date().toISOString())}
            </Text>
          </div>
        </div>
      </Card>
      {mail && <iframe className={classes.mail} title={t('Mail')} sandbox="" srcDoc={mail.html} />}
    </Stack>
  );
}
