const KEY = 'reloadedAt';
const AGAIN_MS = 10_000;

/**
 * Loads the page anew when one of its files is gone: after a new version went online, an open page still names the files of the
 * old one. Does nothing without a network, where a reload would lose the page, and not twice within 10 s, where it does not help.
 */
export function reloadOnMissingFile(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const hasJustReloaded = Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_MS;
    if (!navigator.onLine || hasJustReloaded) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
