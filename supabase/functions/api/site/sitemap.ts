import { escapeXml } from '../../_shared/domain/markup.ts';

/** An address of the site, and when its content changed last. */
type Address = { url: string; changedAt?: string | null };

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const line = (name: string, { url, changedAt }: Address) =>
  `<${name}><loc>${escapeXml(url)}</loc>${changedAt ? `<lastmod>${escapeXml(changedAt)}</lastmod>` : ''}</${name}>`;

const file = (root: string, name: string, addresses: readonly Address[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${NAMESPACE}">`,
    ...addresses.map((address) => line(name, address)),
    `</${root}>\n`,
  ].join('\n');

/** A sitemap: addresses of pages. */
export const sitemap = (addresses: readonly Address[]): string => file('urlset', 'url', addresses);

/** The index of all sitemaps. */
export const sitemapIndex = (addresses: readonly Address[]): string => file('sitemapindex', 'sitemap', addresses);
