/** Loads what chooses a language, which most visits do without. */
export const loadChooseLocale = () => import('./choose-locale.ts');
