import type { FORM_CATEGORIES } from '@domain/categories.ts';

export type FormCategory = (typeof FORM_CATEGORIES)[number]['value'];

export interface DemoAccount {
  username: string;
  role: 'user' | 'admin' | 'main_admin';
  firstName: string;
  lastName: string;
  phoneNumber: string;
  address: string;
  /** Where its goods leave from. */
  city: string;
  country: string;
  companyName: string;
  bio: string;
  organization?: string;
  taxCode?: string;
  /** Categories in which it sends quotes. */
  sells: readonly FormCategory[];
  /** Without an avatar, the initials are shown. */
  hasAvatar?: true;
  /** Days before the load. */
  joinedDaysAgo: number;
}

/** What suppliers ask for, roughly: the quotes on a post vary around it. */
export interface DemoOffer {
  price: number;
  currency?: 'USD' | 'EUR';
  /** The unit of the price: "piece" gives "0.84 USD/piece". */
  per: string;
  minimum: string;
  leadTime: string;
  /** What suppliers say who offer something else than was asked for. */
  alternatives?: readonly string[];
}

export interface DemoPost {
  /** Never changes: ids, times and file names derive from it. */
  key: string;
  buyer: string;
  title: string;
  description: string;
  category: FormCategory;
  country: string;
  area?: string;
  deliveryAddress: string;
  port?: string;
  /** How many images it has: see `image-files.ts`. */
  images?: number;
  /** Posts without one have no quotes yet. */
  offer?: DemoOffer;
}
