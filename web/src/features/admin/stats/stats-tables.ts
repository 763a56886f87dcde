import { msg } from '@/shared/i18n/msg.ts';
import { categoryLabel } from '@domain/categories.ts';
import { countryName } from '@domain/countries.ts';
import type { Stats } from '@domain/stats.ts';
import { csvText } from '@/shared/text/csv.ts';
import { paths } from '@/shared/paths.ts';

/** A table of the statistics, in English as exported: a name and one or two counts per row. */
export type StatsTable = {
  id: string;
  title: string;
  /** Column heads: of the names, then of the counts. */
  heads: readonly string[];
  rows: readonly { key: string; name: string; link?: string; counts: readonly number[] }[];
};

/** The tables of the statistics, largest first. */
export function statsTables({ tables }: Stats): StatsTable[] {
  return [
    {
      id: 'categories',
      title: msg('Categories'),
      heads: [msg('Category'), msg('Posts'), msg('Quotes')],
      rows: tables.categories.map(({ category, posts, quotes }) => ({
        key: category,
        name: categoryLabel(category),
        counts: [posts, quotes],
      })),
    },
    {
      id: 'countries',
      title: msg('Countries'),
      heads: [msg('Country'), msg('Posts'), msg('Quotes')],
      rows: tables.countries.map(({ country, posts, quotes }) => ({
        key: country,
        name: countryName(country),
        counts: [posts, quotes],
      })),
    },
    {
      id: 'suppliers',
      title: msg('Suppliers by quotes'),
      heads: [msg('Supplier'), msg('Quotes')],
      rows: tables.suppliers.map(({ userId, username, quotes }) => ({
        key: String(userId),
        name: username,
        link: paths.user(userId),
        counts: [quotes],
      })),
    },
    {
      id: 'searches-without-results',
      title: msg('Searches without results'),
      heads: [msg('Search'), msg('Searches')],
      rows: tables.emptySearches.map(({ term, searches }) => ({ key: term, name: term, counts: [searches] })),
    },
    {
      id: 'landing-pages',
      title: msg('Landing pages'),
      heads: [msg('Page'), msg('Visitors')],
      rows: tables.landingPages.map(({ page, visitors }) => ({ key: page, name: page, counts: [visitors] })),
    },
    {
      id: 'referrers',
      title: msg('Referrers'),
      heads: [msg('Referrer'), msg('Visitors')],
      rows: tables.referrers.map(({ referrer, visitors }) => ({ key: referrer, name: referrer, counts: [visitors] })),
    },
  ];
}

/** A table as CSV. */
export function statsTableCsv({ heads, rows }: StatsTable): string {
  return csvText([heads, ...rows.map(({ name, counts }) => [name, ...counts.map(String)])]);
}
