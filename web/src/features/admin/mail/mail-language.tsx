import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { isLocale, LOCALES, type Locale } from '@domain/locale.ts';
import { MAIL_LOCALES } from '@domain/mail-templates.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Chooses the language of a mail; people get it in their own. */
export function MailLanguage({ value, onChange }: { value: Locale; onChange: (locale: Locale) => void }) {
  const { t } = useLanguage();
  return (
    <SegmentedControl
      aria-label={t('Language of the mail')}
      data={MAIL_LOCALES.map((locale) => ({
        value: locale,
        label: <span lang={locale}>{LOCALES[locale]}</span>,
      }))}
      value={value}
      onChange={(locale) => {
        if (isLocale(locale)) onChange(locale);
      }}
    />
  );
}
