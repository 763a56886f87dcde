import { textAt } from '@/shared/text/text-at.ts';
import { msg } from '@/shared/i18n/msg.ts';

function add(tag: string, className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** What that is called in the chosen language, which the browser keeps; undefined where nothing is chosen, or nothing may be read. */
function wordsOfChoice(): string | undefined {
  try {
    return textAt(JSON.parse(localStorage['language']), 'failed');
  } catch {
    return undefined;
  }
}

/** Says that the code of the page could not be had, in place of the loading screen or the still, and tries again when there is a network. */
export function tellNotLoaded(): void {
  const root = document.getElementById('root');
  const screen = add('main', 'loading-screen');
  screen.append(
    add('h1', 'loading-screen__name', root?.querySelector('h1')?.textContent ?? ''),
    Object.assign(
      add(
        'p',
        'loading-screen__text',
        wordsOfChoice() ?? msg('The page could not be loaded. Check your connection, then reload it.'),
      ),
      { role: 'alert' },
    ),
  );
  root?.replaceChildren(screen);
  addEventListener('online', () => location.reload());
}
