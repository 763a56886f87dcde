import { categoryLabel } from '@domain/categories.ts';
import { countryName } from '@domain/countries.ts';

export const ROLE_OPTIONS = [
  { value: 'user', label: 'Users' },
  { value: 'admin', label: 'Admins' },
  { value: 'main_admin', label: 'Main admins' },
];

export const AUDIENCE_OPTIONS = [
  { value: 'all', label: 'All users' },
  { value: 'role', label: 'By role' },
  { value: 'country', label: 'By country' },
  { value: 'category', label: 'By category of interest' },
  { value: 'usernames', label: 'By username' },
];

const valueLabel = (audience: string, value: string): string => {
  if (audience === 'country') return countryName(value);
  if (audience === 'category') return categoryLabel(value);
  if (audience === 'role') return ROLE_OPTIONS.find((option) => option.value === value)?.label ?? value;
  return value;
};

const NAMED = 5;

/** An audience in words: "All users", "Germany, Viet Nam"; of many the first, and how many more. */
export function audienceText(audience: string, values: readonly string[]): string {
  if (audience === 'all') return 'All users';
  const named = values
    .slice(0, NAMED)
    .map((value) => valueLabel(audience, value))
    .join(', ');
  return values.length > NAMED ? `${named} and ${values.length - NAMED} more` : named;
}
