import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(process.cwd(), 'web/src');

/** Files with a dialog or drawer: how many, and how many of them close through `useLayer`. */
/** The second step of a sign-in: there is no way back from it. */
const STAYS = 'features/auth/second-step/second-step.tsx';

const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.') && file.replaceAll('\\', '/') !== STAYS)
  .map((file) => ({ file: file.replaceAll('\\', '/'), code: readFileSync(join(root, file), 'utf8') }))
  .map(({ file, code }) => ({
    file,
    dialogs: [...code.matchAll(/<(?:Modal|Drawer)(?:\.Root)?\s[^>]*?opened=/g)].length,
    layers: [...code.matchAll(/const handleClose = useLayer\(/g)].length,
    closing: [...code.matchAll(/<(?:Modal|Drawer)(?:\.Root)?\s[^>]*?onClose=\{handleClose\}/g)].length,
  }))
  .filter(({ file, dialogs }) => dialogs > 0 || /<(?:Modal|Drawer)\b/.test(readFileSync(join(root, file), 'utf8')));

test('every dialog and drawer is a layer, so that Back closes it on a phone', () => {
  expect(found.map(({ file }) => file).sort()).toEqual([
    'app/layouts/admin-layout.tsx',
    'features/admin/mail/mail-template-editor.tsx',
    'features/admin/users/drawer/user-drawer.tsx',
    'features/feedback/inbox/feedback-drawer.tsx',
    'features/posts/share/share-dialog.tsx',
    'features/quotes/read/quote-drawer.tsx',
    'pages/home/filter-drawer.tsx',
    'shared/ui/dialog/confirm-dialog.tsx',
    'shared/ui/dialog/form-dialog.tsx',
    'shared/ui/lightbox/lightbox.tsx',
  ]);
  for (const { file, dialogs, layers, closing } of found)
    expect({ file, dialogs, layers, closing }).toEqual({ file, dialogs: 1, layers: 1, closing: 1 });
});
