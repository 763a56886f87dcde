import type { Language } from './language.ts';

/** Options whose labels are marked with msg() or come from the domain, in the language that is shown. */
export function translatedOptions<Option extends { label: string }>(
  options: readonly Option[],
  { t }: Pick<Language, 't'>,
): Option[] {
  return options.map((option) => ({ ...option, label: t(option.label) }));
}
