import { NOT_LOADED } from '@/shared/i18n/start-words.ts';

/**
 * Says that the code of the page could not be had, in place of the loading screen or the still, and tries again when there is a network.
 * @param words the sentence that says so in English
 * @param key under which the chosen language has it (web/src/shared/i18n/start-words.ts)
 */
export function tellNotLoaded(words: string = NOT_LOADED, key = 'failed'): void {
  try {
    words = JSON.parse(localStorage['language'])[key] ?? words;
  } catch {
    // Nothing is chosen, or nothing may be read.
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
