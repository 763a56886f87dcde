import { FORM_CATEGORIES } from '@domain/categories.ts';
import { requirementsSchema } from '@domain/requirements-schema.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { DESCRIPTION_PREVIEW } from '@/features/posts/card/description-preview.ts';

const IMAGE_COLOURS = [
  '#3b5bdb',
  '#2b8a3e',
  '#c2255c',
  '#e67700',
  '#0b7285',
  '#5f3dc4',
  '#862e9c',
  '#a61e4d',
  '#364fc7',
];

/** A numbered SVG image, so that the page needs no server. */
function image(index: number): string {
  const colour = IMAGE_COLOURS[index % IMAGE_COLOURS.length];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="${colour}"/><circle cx="400" cy="300" r="170" fill="#fff" fill-opacity=".14"/><text x="400" y="355" font-family="sans-serif" font-size="160" font-weight="700" fill="#fff" text-anchor="middle">${index + 1}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

const LONG_DESCRIPTION = `We need cold-rolled steel sheet DC01, thickness 1.2 mm, width 1,250 mm, in coils of at most 5 tons. Surface class B, oiled, packed for sea transport.

Please quote CIF for a first lot of 40 tons and name the price for a yearly volume of 480 tons. Mill certificates 3.1 are required with each coil; an inspection before shipment by our agent must be possible.`;

const base: Post = {
  id: 1,
  userId: 1,
  username: 'anna.berg',
  avatarPath: null,
  title: 'Cold-rolled steel sheet DC01, 40 tons',
  description: 'First lot of 40 tons, delivery within eight weeks after the order.',
  category: 'industrial',
  country: 'vn',
  area: 'Red River Delta',
  deliveryAddress: '18 Le Hong Phong, Hai Phong',
  port: 'Hai Phong',
  images: [],
  likes: 12,
  quoteCount: 3,
  isHidden: false,
  hiddenReason: null,
  hiddenBy: null,
  hiddenAt: null,
  ...requirementsSchema.parse({}),
  closedAt: null,
  closedReason: null,
  createdAt: '2026-03-05T14:07:00Z',
  updatedAt: '2026-03-05T14:07:00Z',
};

export type DemoCard = { label: string; post: Post; isCollapsible?: boolean };

/** All variants of a card: images, lengths of text, hidden, collapsible, without a name, all badges. */
export function demoCards(): DemoCard[] {
  const cards: (Omit<DemoCard, 'post'> & { post: Partial<Post> })[] = [
    ...[0, 1, 2, 3, 4, 5, 6, 9].map((count) => ({
      label: `${count} ${count === 1 ? 'image' : 'images'}`,
      post: { images: Array.from({ length: count }, (_, index) => image(index)) },
    })),
    { label: `${DESCRIPTION_PREVIEW} characters`, post: { description: 'a'.repeat(DESCRIPTION_PREVIEW) } },
    { label: `${DESCRIPTION_PREVIEW + 1} characters`, post: { description: 'b'.repeat(DESCRIPTION_PREVIEW + 1) } },
    { label: 'Long text', post: { title: LONG_DESCRIPTION.slice(0, 100), description: LONG_DESCRIPTION } },
    { label: 'Without area and port', post: { area: null, port: null } },
    { label: 'Owner without a name', post: { userId: 42, username: null } },
    { label: 'Country as typed', post: { country: 'Zanzibar' } },
    { label: 'Hidden', post: { isHidden: true, hiddenBy: 1 } },
    {
      label: 'Hidden with a reason',
      post: { isHidden: true, hiddenBy: 2, hiddenReason: 'Violation of the marketplace rules' },
    },
    { label: 'Collapsible', post: { images: [image(0)] }, isCollapsible: true },
    ...[...FORM_CATEGORIES.map(({ value }) => value), 'legal'].map((category) => ({
      label: `Badge ${category}`,
      post: { category },
    })),
  ];
  return cards.map(({ post, ...card }, index) => ({ ...card, post: { ...base, ...post, id: index + 1 } }));
}
