import { Center, Loader } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Shown while the current user is unknown. */
export function GuardSpinner() {
  const { t } = useLanguage();
  return (
    <Center mih="50vh" role="status" aria-label={t('Loading')}>
      <Loader />
    </Center>
  );
}
