import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, Checkbox, Group, Stack, Text, type ComboboxItem } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { withEquivalentCategories } from '@domain/categories.ts';
import { searchCountries } from '@/shared/form/search-options.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { valueAt } from '@/shared/text/text-at.ts';
import { LateSelect } from '@/shared/ui/late-select.tsx';
import { useBelow } from '@/shared/ui/use-below.ts';
import { hasFilters, type MoreFilters, type SearchFilters as Filters } from '@/shared/search/search-state.ts';
import { postTotalsQueryOptions, type PostTotal } from './list-post-totals.ts';
import { postsTotalQueryOptions } from './list-posts.ts';
import { searchHitsQueryOptions } from './list-search-hits.ts';
import { categoryOptions, countryOptions } from './facets.ts';
import { useFoundWords } from './use-found-words.ts';
import classes from './search-filters.module.css';

type SearchFiltersProps = {
  filters: Filters;
  /** What is searched: options have the number of its hits then. */
  query: string;
  /** Stands for them until it is known which options there are. */
  placeholder: ReactNode;
  onCountryChange: (country: string) => void;
  onCategoriesChange: (categories: string[]) => void;
  onMoreChange: (more: MoreFilters) => void;
  onClear: () => void;
};

function Count({ value }: { value: number }) {
  return (
    <Text component="span" size="xs" c={value === 0 ? 'dimmed' : undefined} className={classes.count}>
      {value}
    </Text>
  );
}

/** Where they could not be read; one and the same each time. */
const NO_TOTALS: readonly PostTotal[] = [];

/** Days that are offered; the address can name any other. */
const DAYS = [1, 3, 7, 14, 30];

/** A choice of days from the list, or of the one in the address. */
function DaysSelect({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | undefined;
  onChange: (days: number | undefined) => void;
}) {
  const { t, plural } = useLanguage();
  const days = value === undefined || DAYS.includes(value) ? DAYS : [...DAYS, value].sort((a, b) => a - b);
  return (
    <LateSelect
      label={label}
      data={() => [
        { value: '', label: t('Any time') },
        ...days.map((n) => ({
          value: String(n),
          label: plural(n, { one: 'Within {n} day', other: 'Within {n} days' }),
        })),
      ]}
      value={String(value ?? '')}
      onChange={(chosen) => onChange(Number(chosen) || undefined)}
      allowDeselect={false}
      size="md"
    />
  );
}

/** The filters as just chosen. The URL follows a moment later, and a checkbox must not wait for it. */
function useChosenFilters(filters: Filters) {
  const [chosen, setChosen] = useState(filters);
  const [followed, setFollowed] = useState(filters);
  if (followed !== filters) {
    setFollowed(filters);
    setChosen(filters);
  }
  return [chosen, setChosen] as const;
}

/** How long the order of options waits for the hits of a search. */
const PATIENCE_MS = 1_000;

/** Posts by which options are sorted: those of an earlier group first. */
type Groups = readonly (readonly PostTotal[])[];

/**
 * The order of options, which stays for a query: no option moves while filters are chosen. Until it is known for this
 * query, that of the last one, or null; after a while it is `other`.
 */
function useOrder(query: string, known: Groups | null, other: Groups | null): Groups | null {
  const [order, setOrder] = useState<{ query: string; groups: Groups } | null>(null);
  const [lateFor, setLateFor] = useState<string | null>(null);
  const isFixed = order?.query === query;
  const isWaiting = !isFixed && other !== null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLateFor(query), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, query]);
  if (isFixed) return order.groups;
  const groups = known ?? (lateFor === query ? (order?.groups ?? other) : null);
  if (groups) setOrder({ query, groups });
  return groups ?? order?.groups ?? null;
}

/** Whether a query could still say something soon: one that failed is repeated, which can take long. */
const isExpected = ({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>) =>
  isLoading && failureCount === 0;

/** Filters of the feed: country and category, each option with the number of posts it would leave, quotes and time. */
export function SearchFilters({
  filters,
  query,
  placeholder,
  onCountryChange,
  onCategoriesChange,
  onMoreChange,
  onClear,
}: SearchFiltersProps) {
  const language = useLanguage();
  const { t } = language;
  const everything = useQuery(postTotalsQueryOptions);
  const totals = everything.data ?? NO_TOTALS;
  const words = useFoundWords({ ...filters, query, page: 1 });
  const list = { ...filters, query: words ?? query, page: 1 };
  // That of the page: of a search that has many hits here, the others need not be asked for.
  const count = useQuery({ ...postsTotalQueryOptions(list), enabled: query !== '' });
  const found = useQuery(searchHitsQueryOptions(list, query ? count.data : undefined));
  const counted = query ? found.data : totals;
  const hasCounts = everything.isSuccess && Boolean(counted);
  const byPosts = isExpected(everything) ? null : [totals];
  const order = useOrder(
    query,
    everything.data && byPosts && words !== null && !isExpected(count) && !isExpected(found)
      ? [counted ?? [], totals]
      : null,
    everything.data ? byPosts : null,
  );
  const categories = categoryOptions(totals, filters, language, counted, order ?? undefined);
  const [chosen, setChosen] = useChosenFilters(filters);
  const [isUnfolded, setIsUnfolded] = useState(false);
  /** Chosen since the last folding: one that is taken back keeps its place, and with it the focus. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const options = useRef<HTMLDivElement>(null);
  // Where a search has found something, the others would be screens of zeros.
  const foundCategories = withEquivalentCategories((order?.[0] ?? []).map(({ category }) => category));
  const others = categories.filter(
    ({ value }) => !foundCategories.includes(value) && !chosen.categories.includes(value) && !kept.has(value),
  );
  const isFoldable = useBelow('md') && query !== '' && foundCategories.length > 0 && others.length > 1;
  const shown = isFoldable && !isUnfolded ? categories.filter((option) => !others.includes(option)) : categories;
  const handleCountry = (country: string) => {
    setChosen({ ...chosen, country });
    onCountryChange(country);
  };
  const handleCategories = (next: string[]) => {
    setKept(new Set([...kept, ...chosen.categories]));
    setChosen({ ...chosen, categories: next });
    onCategoriesChange(next);
  };
  const handleFold = () => {
    setKept(new Set());
    flushSync(() => setIsUnfolded(!isUnfolded));
    if (isUnfolded) return;
    // The new options stand before their button.
    const boxes = options.current?.querySelectorAll('input') ?? [];
    [...boxes].find(({ value }) => value === others[0]?.value)?.focus();
  };
  const handleMore = (more: MoreFilters) => {
    setChosen({ ...chosen, ...more });
    onMoreChange(more);
  };
  // The totals say which options there are, and with the hits which come first.
  if (!byPosts && !order) return placeholder;
  const countries = () => countryOptions(totals, filters, language, counted, order ?? undefined);
  const renderCountry = ({ option }: { option: ComboboxItem }) => (
    <Group justify="space-between" wrap="nowrap" flex={1} gap="xs">
      <span>{option.label}</span>
      {hasCounts && <Count value={Number(valueAt(option, 'count'))} />}
    </Group>
  );
  return (
    <Stack gap="lg">
      <Stack gap="lg" className={order || !everything.data ? undefined : classes.unsorted}>
        <LateSelect
          label={t('Country')}
          placeholder={t('All countries')}
          data={countries}
          value={chosen.country || null}
          onChange={(country) => handleCountry(country ?? '')}
          searchable
          filter={searchCountries}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear country') }}
          nothingFoundMessage={t('No options found')}
          renderOption={renderCountry}
          maxDropdownHeight={280}
          size="md"
        />
        <Checkbox.Group label={t('Categories')} value={chosen.categories} onChange={handleCategories}>
          <div ref={options} className={classes.categories}>
            {shown.map(({ value, label, count }) => (
              <div key={value} className={classes.category} data-none={(hasCounts && count === 0) || undefined}>
                <Checkbox value={value} label={label} className={classes.checkbox} />
                {hasCounts && <Count value={count} />}
              </div>
            ))}
          </div>
          {isFoldable && (
            <Button variant="subtle" size="compact-sm" mih={44} aria-expanded={isUnfolded} onClick={handleFold}>
              {isUnfolded ? t('Show less') : `${t('Show more')} (${others.length})`}
            </Button>
          )}
        </Checkbox.Group>
      </Stack>
      <LateSelect
        label={t('Quotes')}
        data={() => [
          { value: '', label: t('Any number') },
          { value: 'none', label: t('No quotes yet') },
        ]}
        value={chosen.unquoted ? 'none' : ''}
        onChange={(value) => handleMore({ unquoted: value === 'none' || undefined })}
        allowDeselect={false}
        size="md"
      />
      <DaysSelect label={t('Closing')} value={chosen.closing} onChange={(closing) => handleMore({ closing })} />
      <DaysSelect label={t('Posted')} value={chosen.posted} onChange={(posted) => handleMore({ posted })} />
      <Checkbox
        label={t('Open only')}
        checked={chosen.open === true}
        onChange={({ currentTarget }) => handleMore({ open: currentTarget.checked || undefined })}
      />
      {(hasFilters(filters) || filters.sort) && (
        <Button variant="default" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </Stack>
  );
}
