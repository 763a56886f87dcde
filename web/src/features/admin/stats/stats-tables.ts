import { categoryLabel } from '@domain/categories.ts';
import { countryName } from '@domain/countries.ts';
import type { Stats } from '@domain/stats.ts';
import { csvText } from '@/shared/text/csv.ts';
import { paths } from '@/shared/paths.ts';

/** A table of the statistics as it is shown and exported: a name and one or two counts per row. */
export type StatsTable = {
  id: string;
  title: string;
  /** Heads: of the names, then of the counts. */
  heads: readonly string[];
  rows: readonly { key: string; name: string; link?: string; counts: readonly number[] }[];
};

/** The tables of the statistics, largest first. */
export function statsTables({ tables }: Stats): StatsTable[] {
  return [
    {
      id: 'categories',
      title: 'Categories',
      heads: ['Category', 'Posts', 'Quotes'],
      rows: tables.categories.map(({ category, posts, quotes }) => ({
        key: category,
        name: categoryLabel(category),
        counts: [posts, quotes],
      })),
    },
    {
      id: 'countries',
      title: 'Countries',
      heads: ['Country', 'Posts', 'Quotes'],
      rows: tables.countries.map(({ country, posts, quotes }) => ({
        key: country,
        name: countryName(country),
        counts: [posts, quotes],
      })),
    },
    {
      id: 'suppliers',
      title: 'Suppliers by quotes',
      heads: ['Supplier', 'Quotes'],
      rows: tables.suppliers.map(({ userId, username, quotes }) => ({
        key: String(userId),
        name: username,
        link: paths.user(userId),
        counts: [quotes],
      })),
    },
    {
      id: 'searches-without-results',
      title: 'Searches without results',
      heads: ['Search', 'Searches'],
      rows: tables.emptySearches.map(({ term, searches }) => ({ key: term, name: term, counts: [searches] })),
    },
    {
      id: 'landing-pages',
      title: 'Landing pages',
      heads: ['Page', 'Visitors'],
      rows: tables.landingPages.map(({ page, visitors }) => ({ key: page, name: page, counts: [visitors] })),
    },
    {
      id: 'referrers',
      title: 'Referrers',
      heads: ['Referrer', 'Visitors'],
      rows: tables.referrers.map(({ referrer, visitors }) => ({ key: referrer, name: referrer, counts: [visitors] })),
    },
  ];
}

/** A table as the text of a CSV file. */
export function statsTableCsv({ heads, rows }: StatsTable): string {
  return csvText([heads, ...rows.map(({ name, counts }) => [name, ...counts.map(String)])]);
}
