import { Center, Loader } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Fills the page while the current user is unknown, which keeps the footer below the fold. */
export function GuardSpinner() {
  const { t } = useLanguage();
  return (
    <Center mih="50vh" data-stand-in role="status" aria-label={t('Loading')}>
      <Loader />
    </Center>
  );
}
