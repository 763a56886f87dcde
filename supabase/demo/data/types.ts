import type { z } from 'zod';
import type { FORM_CATEGORIES } from '@domain/categories.ts';
import type { postBodySchema } from '@domain/post.ts';
import type { Role } from '@domain/roles.ts';

export type FormCategory = (typeof FORM_CATEGORIES)[number]['value'];

export interface DemoAccount {
  username: string;
  role: Role;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  address: string;
  /** The place from which their goods are shipped. */
  city: string;
  country: string;
  companyName: string;
  bio: string;
  organization?: string;
  taxCode?: string;
  /** Categories in which they send quotes. */
  sells: readonly FormCategory[];
  /** Without an avatar, the initials are shown. */
  hasAvatar?: true;
  /** Days before the load. */
  joinedDaysAgo: number;
}

/** The approximate offer of suppliers: the quotes on a post vary around it. */
export interface DemoOffer {
  price: number;
  currency?: 'USD' | 'EUR';
  /** The unit of the price: "piece" gives "0.84 USD/piece". */
  per: string;
  minimum: string;
  leadTime: string;
  /** Descriptions of suppliers whose offer differs from the request. */
  alternatives?: readonly string[];
}

/** A post as written by its owner, without images. */
export interface DemoPost extends Omit<z.input<typeof postBodySchema>, 'category' | 'images'> {
  /** Never changes, because ids, times and file names derive from it. */
  key: string;
  buyer: string;
  category: FormCategory;
  /** Number of images: see `image-files.ts`. */
  images?: number;
  /** Posts without it have no quotes yet. */
  offer?: DemoOffer;
}
