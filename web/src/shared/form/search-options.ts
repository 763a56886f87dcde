import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { countryName } from '@domain/countries.ts';
import { fold, foldName } from '@domain/fold.ts';

/** Filters options by a part of their label, ignoring case and diacritics: "nong" finds "Nông nghiệp". */
export const searchOptions: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim());
  const fits = ({ label }: ComboboxItem) => fold(label).includes(wanted);
  return options.flatMap<(typeof options)[number]>((option) => {
    if ('group' in option) return [{ ...option, items: option.items.filter(fits) }];
    return fits(option) ? [option] : [];
  });
};

/** Filters countries by local or English name: "Việt Nam", "viet nam" and "Vietnam" find the same one. */
export const searchCountries: OptionsFilter = ({ options, search }) => {
  const wanted = foldName(search);
  return options.filter(
    (option) =>
      'value' in option && [option.label, countryName(option.value)].some((name) => foldName(name).includes(wanted)),
  );
};
