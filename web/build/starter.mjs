/**
 * Runs the code of the page once the start page's words stand or may be waited for no longer. A file of its own, because it has to run
 * also where the inline script of index.html was refused: something on the way may have changed that.
 */
/* global window, document, localStorage, location, addEventListener */
/** The build writes the name of its code here. */
const ENTRY = 'ENTRY';

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
    for (const bar of document.querySelectorAll('#root .loading-screen__bar')) bar.remove();
    for (const status of document.querySelectorAll('#root [role=status]')) status.textContent = words;
    addEventListener('online', () => location.reload());
  }
})();
