import { NOT_LOADED } from '@/shared/i18n/start-words.ts';

/**
 * Shows that the page's code failed to load, in place of the loading screen or still, and retries when the network is
 * back.
 * @param words the message in English
 * @param key key of its translation (web/src/shared/i18n/start-words.ts)
 */
export function tellNotLoaded(words: string = NOT_LOADED, key = 'failed'): void {
  try {
    words = JSON.parse(localStorage['language'])[key] ?? words;
  } catch {
    // No choice is stored, or storage is unavailable.
  }
  const root = document.getElementById('root');
  const add = (tag: string, className: string, content: string) =>
    Object.assign(document.createElement(tag), { className, textContent: content });
  const screen = add('main', 'loading-screen', '');
  screen.append(
    add('h1', 'loading-screen__name', root?.querySelector('h1')?.textContent ?? ''),
    Object.assign(add('p', 'loading-screen__text', words), { role: 'alert' }),
  );
  root?.replaceChildren(screen);
  addEventListener('online', () => location.reload());
}
