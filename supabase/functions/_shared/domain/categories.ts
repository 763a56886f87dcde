/** The three lists of categories and how they go together: docs/decisions.md#three-lists-of-categories. */

/** The form list, in order, with its labels. */
export const FORM_CATEGORIES = [
  { value: 'industrial', label: 'Industrial' },
  { value: 'service', label: 'Service' },
  { value: 'agricultural', label: 'Agricultural' },
  { value: 'technology', label: 'Technology' },
  { value: 'construction', label: 'Construction' },
  { value: 'healthcare', label: 'Healthcare' },
  { value: 'education', label: 'Education' },
  { value: 'automotive', label: 'Automotive' },
  { value: 'electronics', label: 'Electronics' },
  { value: 'food', label: 'Food & Beverage' },
  { value: 'textiles', label: 'Textiles & Clothing' },
  { value: 'chemicals', label: 'Chemicals & Plastics' },
  { value: 'logistics', label: 'Transport & Logistics' },
  { value: 'furniture', label: 'Furniture & Decor' },
  { value: 'consulting', label: 'Consulting' },
  { value: 'retail', label: 'Retail & E-commerce' },
  { value: 'energy', label: 'Energy & Utilities' },
  { value: 'manufacturing', label: 'Manufacturing' },
  { value: 'other', label: 'Other' },
] as const;

/** Everything the server accepts: the schema list of 21 and the five values that only the form has. */
export const CATEGORIES = [
  'service',
  'technology',
  'industrial',
  'agriculture',
  'food',
  'textile',
  'electronics',
  'automotive',
  'construction',
  'energy',
  'healthcare',
  'education',
  'finance',
  'retail',
  'logistics',
  'entertainment',
  'travel',
  'real_estate',
  'legal',
  'consulting',
  'other',
  'agricultural',
  'textiles',
  'chemicals',
  'furniture',
  'manufacturing',
] as const;

/** The categories with a badge style of their own ("other" is the style of all the rest). */
export const BADGE_CATEGORIES = [
  'industrial',
  'service',
  'agricultural',
  'technology',
  'construction',
  'healthcare',
  'education',
  'other',
] as const;

export type BadgeCategory = (typeof BADGE_CATEGORIES)[number];

/** Two spellings of one thing; the first of each pair is the one that the form offers. */
const EQUIVALENTS = [
  ['agricultural', 'agriculture'],
  ['textiles', 'textile'],
] as const;

/** Labels of stored categories that the form does not offer. They are listed, not derived, so that they can be translated. */
const OTHER_LABELS = {
  agriculture: 'Agriculture',
  textile: 'Textile',
  finance: 'Finance',
  entertainment: 'Entertainment',
  travel: 'Travel',
  real_estate: 'Real Estate',
  legal: 'Legal',
};

const labels: ReadonlyMap<string, string> = new Map([
  ...FORM_CATEGORIES.map(({ value, label }) => [value, label] as const),
  ...Object.entries(OTHER_LABELS),
]);

/** The label of any category: the form's, else its words capitalised ("real_estate" → "Real Estate"). */
export function categoryLabel(category: string): string {
  const words = category.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return labels.get(category) ?? words.join(' ');
}

/** Which badge style a category has: its own for the eight named ones, else that of "other". */
export function badgeCategory(category: string): BadgeCategory {
  return BADGE_CATEGORIES.find((named) => named === category) ?? 'other';
}

/** The categories to filter by when these are chosen: each with its other spelling, without repeats. */
export function withEquivalentCategories(categories: readonly string[]): string[] {
  const all = categories.flatMap(
    (category) => EQUIVALENTS.find((pair) => pair.some((spelling) => spelling === category)) ?? [category],
  );
  return [...new Set(all)];
}

/**
 * What the category filter offers: the form list, then any other value that posts carry, by label.
 * A second spelling of an offered value is left out: choosing the offered one finds both.
 */
export function filterCategories(present: Iterable<string>): { value: string; label: string }[] {
  const offered = new Set(withEquivalentCategories(FORM_CATEGORIES.map(({ value }) => value)));
  const others = [...new Set(present)]
    .filter((category) => !offered.has(category))
    .map((category) => ({ value: category, label: categoryLabel(category) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [...FORM_CATEGORIES, ...others];
}
