import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Translates field errors, which schemas and servers give in English. Undefined stays undefined. */
export function useShownError(): (error: string | undefined) => string | undefined {
  const { message } = useLanguage();
  return (error) => (error === undefined ? undefined : message(error));
}
