import type { Requirements } from '@domain/requirements-schema.ts';
import type { PostColumn } from '@rows/post-row.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { unitName } from '@/shared/text/unit-words.ts';
import type { Post } from '../shown-post.ts';
import { quantityText, targetPriceText } from '../requirements/requirement-texts.ts';

/** Values of the columns changed by one edit. */
type PostChange = { before: unknown; after: unknown };

/** A changed field of a request: its name and both values in words; '' for none. */
export type ChangedField = { label: string; before: string; after: string };

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');

type Write = (value: unknown, language: Language) => string;

const inWords =
  (write: (text: string, language: Language) => string): Write =>
  (value, language) => {
    const text = asText(value);
    return text && write(text, language);
  };

const numberWords = inWords((text, { number }) => number(Number(text), { maximumFractionDigits: 6 }));

type Given = Pick<Post, keyof Requirements | 'closedAt'>;

type Fact = {
  label: string;
  /** A changed value as suppliers read it; '' for none. */
  inChange: Write;
  /** The value for the list on the page of a post; null if it shows elsewhere. */
  onPage: ((post: Given, language: Language) => string | null) | null;
};

const fact = (label: string, inChange: Write, onPage: Fact['onPage'] = null): Fact => ({ label, inChange, onPage });

/** The facts that a quote relies on, by column, in reading order. */
const FACTS: Record<Exclude<PostColumn, 'category' | 'images'> | 'documents', Fact> = {
  title: fact(msg('Title'), asText),
  description: fact(msg('Description'), asText),
  quantity: fact(msg('Quantity'), numberWords, quantityText),
  unit: fact(msg('Unit'), inWords(unitName)),
  target_price: fact(msg('Target price'), numberWords, targetPriceText),
  target_currency: fact(msg('Currency of the target price'), asText),
  needed_by: fact(
    msg('Needed by'),
    inWords((date, { calendarDay }) => calendarDay(date)),
    (post, { calendarDay }) => post.neededBy && calendarDay(post.neededBy),
  ),
  quote_deadline: fact(
    msg('Quotes until'),
    inWords((moment, { dateAndTimeWithZone }) => dateAndTimeWithZone(moment)),
  ),
  incoterm: fact(msg('Incoterm'), asText, (post) => post.incoterm),
  country: fact(
    msg('Country'),
    inWords((code, { country }) => country(code)),
  ),
  area: fact(msg('Area'), asText),
  delivery_address: fact(msg('Delivery address'), asText),
  port: fact(msg('Port'), asText),
  documents: fact(msg('Documents'), (value) =>
    documentsOf(value)
      .map(({ name }) => name)
      .join(', '),
  ),
};

/** Documents of a change; those of old rows have names only. */
function documentsOf(value: unknown): { name: string; path: string | undefined }[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.map((file) => ({ name: asText(file) || (textAt(file, 'name') ?? ''), path: textAt(file, 'path') }));
}

/** Names of the documents as they are now. One that was there before says that its file is another. */
function documentsNow(changes: readonly PostChange[], { t }: Language): string {
  const before = changes.map((change) => documentsOf(valueAt(change.before, 'documents')));
  const known = before.find((files) => files.some(({ path }) => path)) ?? [];
  return documentsOf(valueAt(changes.at(-1)?.after, 'documents'))
    .map(({ name, path }) => {
      const isSame = !path || known.some((file) => file.path === path);
      const hadName = [before[0] ?? [], known].some((files) => files.some((file) => file.name === name));
      return !isSame && hadName ? `${name} (${t('edited')})` : name;
    })
    .join(', ');
}

/** The optional facts for the page of a post, with their names; deadline and state follow separately. */
export function requirementFacts(post: Given, language: Language): { name: string; value: string | null }[] {
  return Object.values(FACTS).flatMap(({ label, onPage }) =>
    onPage ? [{ name: language.t(label), value: onPage(post, language) }] : [],
  );
}

/** Whether a request has optional facts or is closed. */
export function hasRequirements(post: Given, language: Language): boolean {
  return (
    post.quoteDeadline !== null ||
    post.closedAt !== null ||
    requirementFacts(post, language).some(({ value }) => value !== null)
  );
}

/** Merges edits, oldest first, into one change per field. A field that was changed back is left out. */
export function changedFields(changes: readonly PostChange[], language: Language): ChangedField[] {
  return Object.entries(FACTS).flatMap(([column, { label, inChange }]) => {
    const touching = changes.filter(({ before, after }) => hasKey(before, column) || hasKey(after, column));
    const [first, last] = [touching[0], touching.at(-1)];
    if (!first || !last) return [];
    const before = inChange(valueAt(first.before, column), language);
    const after =
      column === 'documents' ? documentsNow(touching, language) : inChange(valueAt(last.after, column), language);
    return before === after ? [] : [{ label: language.t(label), before, after }];
  });
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}
