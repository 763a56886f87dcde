import { Center, Loader } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Stands for the whole page while the current user is unknown; the footer waits below the screen meanwhile. */
export function GuardSpinner() {
  const { t } = useLanguage();
  return (
    <Center mih="50vh" data-stand-in role="status" aria-label={t('Loading')}>
      <Loader />
    </Center>
  );
}
