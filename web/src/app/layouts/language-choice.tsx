import { LateMenu } from '@/shared/ui/late-menu.tsx';
import type { LateMenuState } from '@/shared/ui/use-late-menu.ts';
import { LanguageItems } from './language-items.tsx';

/** The menu with the list of languages. */
export function LanguageChoice({ menu, opened }: { menu: LateMenuState; opened: boolean }) {
  return (
    <LateMenu menu={menu} opened={opened} position="bottom-end" width={180} withinPortal={false}>
      <LanguageItems />
    </LateMenu>
  );
}
