import type { Language } from './language.ts';

/** Translates the labels of options, which are marked with msg() or come from the domain. */
export function translatedOptions<Option extends { label: string }>(
  options: readonly Option[],
  { t }: Pick<Language, 't'>,
): Option[] {
  return options.map((option) => ({ ...option, label: t(option.label) }));
}
