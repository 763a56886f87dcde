/** Loads the language chooser, which most visits do not need. */
export const loadChooseLocale = () => import('./choose-locale.ts');
