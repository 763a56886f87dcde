import { useLanguage } from '@/shared/i18n/use-language.ts';

/** How a field says an error, which schemas and servers give in English, to the reader. Nothing stays nothing. */
export function useShownError(): (error: string | undefined) => string | undefined {
  const { message } = useLanguage();
  return (error) => (error === undefined ? undefined : message(error));
}
