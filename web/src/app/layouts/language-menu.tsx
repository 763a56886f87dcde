import { ActionIcon } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useLateMenu } from '@/shared/ui/use-late-menu.ts';

const loadChoice = async () => (await import('./language-choice.tsx')).LanguageChoice;
const LanguageChoice = lazyPart(loadChoice);

/** Language choice in the header. */
export function LanguageMenu() {
  const { t } = useLanguage();
  const { button, opened, menu } = useLateMenu(loadChoice);
  return (
    <>
      <ActionIcon {...button} variant="subtle" color="gray" size={44} aria-label={t('Language')}>
        <IconWorld size={20} stroke={1.7} />
      </ActionIcon>
      <LazyDialog opened={opened}>{(isOpen) => <LanguageChoice menu={menu} opened={isOpen} />}</LazyDialog>
    </>
  );
}
