/**
 * Runs the code of the page once the start page's words stand or may be waited for no longer. A file of its own, because it has to run
 * also where the inline script of index.html was refused: something on the way may have changed that.
 */
/* global window, document, localStorage, location, addEventListener */
/** The build writes the name of its code here. */
const ENTRY = 'ENTRY';

/**
 * @param {string} tag
 * @param {string} className
 * @param {(Node | string)[]} children
 */
function add(tag, className, children) {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...children);
  return element;
}

void (async () => {
  try {
    await Reflect.get(window, 'codeMayCome');
    await import(ENTRY);
  } catch (error) {
    console.error(error);
    let words = 'The page could not be loaded. Check your connection, then reload it.';
    try {
      words = JSON.parse(localStorage.language).failed ?? words;
    } catch {
      // Nothing is chosen, or nothing may be stored.
    }
    const root = document.getElementById('root');
    const name = root?.querySelector('h1')?.textContent ?? '';
    root?.replaceChildren(
      add('main', 'loading-screen', [
        add('h1', 'loading-screen__name', [name]),
        Object.assign(add('p', 'loading-screen__text', [words]), { role: 'alert' }),
      ]),
    );
    addEventListener('online', () => location.reload());
  }
})();
