import type { Language } from '@/shared/i18n/language.ts';
import { categoryLabel } from '@domain/categories.ts';
import { msg } from '@/shared/i18n/msg.ts';

export const ROLE_OPTIONS = [
  { value: 'user', label: msg('Users') },
  { value: 'admin', label: msg('Admins') },
  { value: 'main_admin', label: msg('Main admins') },
];

export const AUDIENCE_OPTIONS = [
  { value: 'all', label: msg('All users') },
  { value: 'role', label: msg('By role') },
  { value: 'country', label: msg('By country') },
  { value: 'category', label: msg('By category of interest') },
  { value: 'usernames', label: msg('By username') },
];

const valueLabel = (audience: string, value: string, { t, country }: Language): string => {
  if (audience === 'country') return country(value);
  if (audience === 'category') return t(categoryLabel(value));
  if (audience === 'role') return t(ROLE_OPTIONS.find((option) => option.value === value)?.label ?? value);
  return value;
};

const NAMED = 5;

/** An audience in words: "All users", "Germany, Viet Nam". Long lists show the first value and the number of others. */
export function audienceText(audience: string, values: readonly string[], language: Language): string {
  const { t, number } = language;
  if (audience === 'all') return t('All users');
  const named = values
    .slice(0, NAMED)
    .map((value) => valueLabel(audience, value, language))
    .join(', ');
  return values.length > NAMED ? t('{named} and {more} more', { named, more: number(values.length - NAMED) }) : named;
}
