import { Burger } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useLateMenu } from '@/shared/ui/use-late-menu.ts';

const loadEntries = async () => (await import('./mobile-entries.tsx')).MobileEntries;
const MobileEntries = lazyPart(loadEntries);

/** Navigation on a phone, behind a button. */
export function MobileMenu({ onHome }: { onHome: () => void }) {
  const { t } = useLanguage();
  const { button, opened, menu } = useLateMenu(loadEntries);
  return (
    <>
      <Burger
        {...button}
        opened={opened}
        size="sm"
        w={44}
        h={44}
        px={0}
        display="flex"
        style={{ alignItems: 'center', justifyContent: 'flex-end' }}
        aria-label={t('Navigation menu')}
      />
      <LazyDialog opened={opened}>
        {(isOpen) => <MobileEntries menu={menu} opened={isOpen} onHome={onHome} />}
      </LazyDialog>
    </>
  );
}
