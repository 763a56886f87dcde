const SESSION_ONLY_KEY = 'sessionOnly';

/**
 * Chooses where the next session is stored: `true` for local storage, `false` for session storage, which ends with the
 * browser. Call it before the session is set.
 */
export function rememberSession(isRemembered: boolean): void {
  if (isRemembered) sessionStorage.removeItem(SESSION_ONLY_KEY);
  else sessionStorage.setItem(SESSION_ONLY_KEY, '1');
}

/** Storage adapter of the Supabase client that implements "Remember me". */
export const rememberAwareStorage = {
  getItem: (key: string): string | null => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem(key: string, value: string): void {
    const isSessionOnly = sessionStorage.getItem(SESSION_ONLY_KEY) !== null;
    (isSessionOnly ? sessionStorage : localStorage).setItem(key, value);
    (isSessionOnly ? localStorage : sessionStorage).removeItem(key);
  },
  removeItem(key: string): void {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  },
};
