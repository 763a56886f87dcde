/** The lists of categories and their relations: docs/decisions.md#two-lists-of-categories. */

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

/** All accepted values: the schema list of 21 and the five values that only the form has. */
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

export type BadgeCategory = (typeof FORM_CATEGORIES)[number]['value'];

/** Pairs of spellings of one category; the form offers the first. */
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

/** The badge style of a category: its own if the form offers it, in either spelling, else that of "other". */
export function badgeCategory(category: string): BadgeCategory {
  const offered = EQUIVALENTS.find((pair) => pair.some((spelling) => spelling === category))?.[0] ?? category;
  return FORM_CATEGORIES.find(({ value }) => value === offered)?.value ?? 'other';
}

/** The categories to filter by for the chosen ones: each with its other spelling, without duplicates. */
export function withEquivalentCategories(categories: readonly string[]): string[] {
  const all = categories.flatMap(
    (category) => EQUIVALENTS.find((pair) => pair.some((spelling) => spelling === category)) ?? [category],
  );
  return [...new Set(all)];
}

/**
 * The options of the category filter: the form list, then all other values of posts, by label. The second spelling of an
 * offered value is omitted, because choosing the first finds both.
 */
export function filterCategories(present: Iterable<string>): { value: string; label: string }[] {
  const offered = new Set(withEquivalentCategories(FORM_CATEGORIES.map(({ value }) => value)));
  const others = [...new Set(present)]
    .filter((category) => !offered.has(category))
    .map((category) => ({ value: category, label: categoryLabel(category) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [...FORM_CATEGORIES, ...others];
}
