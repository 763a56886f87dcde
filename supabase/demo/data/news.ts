import type { NewsType } from '@domain/news.ts';

export interface DemoNews {
  /** Never changes, because ids and file names derive from it. */
  key: string;
  type: NewsType;
  title: string;
  summary: string;
  body: string;
  /** Publication in days before the load. */
  publishedDaysAgo: number;
  /** Images of posts, as "{key of the post}-{number}". */
  images?: readonly string[];
  isPinned?: boolean;
  status?: 'draft' | 'archived';
  externalUrl?: string;
  event?: {
    /** Days relative to the load: negative ones are in the past. */
    startsInDays: number;
    /** Hour of the day in UTC. */
    startHour: number;
    hours: number;
    /** The time zone of the venue; none for online events. */
    zone?: string;
    location: string;
  };
}

/** News and events of the marketplace, the newest first. */
export const demoNews: readonly DemoNews[] = [
  {
    key: 'safer-deals-guide',
    type: 'news',
    title: 'Seven questions to ask before the first deposit',
    summary:
      'Most disputes on a first order can be traced back to something that nobody asked. Our checklist for buyers and suppliers.',
    body: `A first order with a new partner is the riskiest one. These are the questions that experienced buyers on the marketplace ask before any money moves.

## Before you pay

1. **Who exactly is the contract partner?** Compare the company name in the quote with the tax code and the bank account.
2. **Which sample is the reference?** Keep a sealed one on both sides.
3. **What does the price include?** Packing, pallets, documents and inland freight are the usual surprises.
4. **Which Incoterm, and which named place?** "FOB Vietnam" is not a place.
5. **Who inspects, and when?** Before loading is cheaper than after arrival.

## After the order

6. **What happens when the ship is late?** Agree on a date, not on a month.
7. **Who answers on a Friday evening?** Exchange two telephone numbers, not one.

> A quote that answers all seven questions is worth more than one that is two percent cheaper.

Suppliers: put the answers into your quote, and buyers will notice.`,
    publishedDaysAgo: 2,
    images: ['sea-freight-consolidation-1'],
    isPinned: true,
  },
  {
    key: 'hai-phong-sourcing-day',
    type: 'event',
    title: 'Sourcing Day Hải Phòng: 120 suppliers under one roof',
    summary:
      'Meet factories from northern Vietnam in person: furniture, textiles, metalwork and food. Free for registered buyers.',
    body: `One day, one hall, and 120 suppliers that have sent at least ten quotes on the marketplace this year.

## Programme

- **09:00** Doors open, coffee
- **10:00** How we audit a factory in one day
- **11:00 – 16:00** Meetings of 20 minutes each, booked in advance
- **16:30** Panel: what buyers in Europe will ask for next year

Bring your open purchase requests: our team helps to find the right tables. Interpreters for Vietnamese, English and Japanese are there all day.`,
    publishedDaysAgo: 5,
    images: ['flatpack-wardrobes-pine-1', 'office-desks-warsaw-1'],
    isPinned: true,
    externalUrl: 'https://example.com/sourcing-day',
    event: {
      startsInDays: 19,
      startHour: 2,
      hours: 8,
      zone: 'Asia/Ho_Chi_Minh',
      location: 'Hải Phòng Exhibition Center, Hall 2',
    },
  },
  {
    key: 'webinar-packaging-rules',
    type: 'event',
    title: 'Webinar: the new packaging rules and what they mean for your labels',
    summary:
      'An hour with a customs lawyer on recycled content, empty space and the marks that have to be on every box.',
    body: `The rules on packaging change for everybody who ships consumer goods. Our guest advises importers and answers questions at the end.

What you take home:

- a table of which packaging is affected, and from when
- the wording that your supplier has to confirm
- a template for the declaration of conformity

The recording is sent to all who registered.`,
    publishedDaysAgo: 3,
    images: ['glass-jars-honey-2'],
    externalUrl: 'https://example.com/packaging-webinar',
    event: { startsInDays: 6, startHour: 14, hours: 1, location: 'Online' },
  },
  {
    key: 'search-without-accents',
    type: 'news',
    title: 'Search finds Vietnamese words without their accents',
    summary: '"ca phe" now finds cà phê, and a small typing error no longer means an empty page.',
    body: `Half of you search on a keyboard without Vietnamese letters. That is why the search now treats *cà phê*, *ca phe* and *CA PHE* as the same words.

It also finds the beginning of a word (**stee** finds steel), and when no request has the words that you typed it shows those with similar titles.`,
    publishedDaysAgo: 8,
  },
  {
    key: 'robusta-season',
    type: 'news',
    title: 'Robusta season: what buyers are asking for this autumn',
    summary:
      'Requests for green coffee have doubled since September. Screen 18 and wet-polished lots get the most quotes.',
    body: `With the new crop in the Central Highlands, requests for green coffee on the marketplace have doubled since September.

## What we see

- **Screen 18, wet polished** is asked for most, mainly from roasters in Italy and Germany.
- Buyers want **smaller lots**: one container in two deliveries rather than five at once.
- More than a third ask for a **certificate of origin with plot coordinates**.

## For suppliers

Name the crop year, the moisture and the port in your quote. Quotes with all three are answered twice as often.`,
    publishedDaysAgo: 12,
    images: ['green-coffee-robusta-1', 'green-coffee-robusta-2', 'green-coffee-robusta-3'],
  },
  {
    key: 'incoterms-workshop',
    type: 'event',
    title: 'Workshop: Incoterms in practice',
    summary: 'A morning of real cases: who pays when the container is late, damaged or simply gone.',
    body: `Twelve seats, one container and a lot of things that can go wrong. We work through five real cases and decide together who has to pay.

For purchasing and sales staff with at least one year of experience. Coffee and lunch included.`,
    publishedDaysAgo: 15,
    event: {
      startsInDays: 33,
      startHour: 8,
      hours: 4,
      zone: 'Europe/Stockholm',
      location: 'Göteborg, Lindholmen Science Park',
    },
  },
  {
    key: 'cosmoprof-meetup',
    type: 'event',
    title: 'Meet us at the packaging fair in Bologna',
    summary: 'Three days, stand C14: bring a bottle, a tube or a jar, and we find three suppliers for it.',
    body: `Our team is at stand **C14** on all three days. Bring the packaging that you buy today: we post the request together, and you see the first quotes before the fair closes.`,
    publishedDaysAgo: 18,
    images: ['cosmetic-tubes-riyadh-1', 'glass-jars-honey-1'],
    externalUrl: 'https://example.com/packaging-fair',
    event: { startsInDays: 47, startHour: 8, hours: 56, zone: 'Europe/Rome', location: 'Bologna, Hall 20, Stand C14' },
  },
  {
    key: 'organization-quotes',
    type: 'news',
    title: 'Quotes now show whether a company or a person stands behind them',
    summary: 'Organizations quote with name and tax code. Buyers see the badge on every quote.',
    body: `Buyers told us that they want to know whom they deal with before they answer. Suppliers can therefore quote **as an organization**: name and tax code from the profile are part of the quote, and buyers see a badge.

Fill in both under *My profile* once, and every quote form knows them.`,
    publishedDaysAgo: 21,
  },
  {
    key: 'freight-rates',
    type: 'news',
    title: 'Sea freight from Asia eases after a hot summer',
    summary:
      'Spot rates to northern Europe are a third below their peak in July. Forwarders on the marketplace expect a quiet winter.',
    body: `Four forwarders who quote on the marketplace shared their current rates with us. On average:

- a 40-foot container from Hải Phòng to Hamburg costs **a third less** than in July,
- transit takes **36 to 42 days**,
- space before Tết should be booked **five weeks** ahead.

Rates from the west coast of India have moved less. As always: ask for the date until which a rate holds.`,
    publishedDaysAgo: 26,
    images: ['sea-freight-consolidation-2', 'sea-freight-consolidation-3'],
  },
  {
    key: 'furniture-audit-tour',
    type: 'event',
    title: 'Factory tour: three furniture makers in Bình Dương',
    summary: 'A day among sawdust and lacquer with buyers from Sweden, Poland and Korea.',
    body: `We visited three makers of solid wood furniture together with nine buyers. Two of them have placed their first orders since.

The next tour goes to the textile region around Nam Định.`,
    publishedDaysAgo: 40,
    images: ['hotel-bedroom-sets-1', 'hotel-bedroom-sets-2'],
    event: { startsInDays: -9, startHour: 1, hours: 9, zone: 'Asia/Ho_Chi_Minh', location: 'Bình Dương, Vietnam' },
  },
  {
    key: 'energy-storage-briefing',
    type: 'event',
    title: 'Briefing: buying battery storage for industry',
    summary: 'What a tender for a battery container has to say about cells, warranty and fire protection.',
    body: `Ninety minutes on tenders for battery storage: chemistry, usable capacity, warranty in cycles, fire protection and commissioning. The slides are available on request through the feedback form.`,
    publishedDaysAgo: 44,
    images: ['lfp-storage-containers-1'],
    event: { startsInDays: -23, startHour: 13, hours: 2, location: 'Online' },
  },
  {
    key: 'ten-thousand-quotes',
    type: 'news',
    title: 'Thank you for ten thousand quotes',
    summary: 'The ten thousandth quote was sent from Cần Thơ to Gothenburg: water hyacinth baskets for a home store.',
    body: `Last week the ten thousandth quote went through the marketplace. It was sent by an export house in **Cần Thơ** on a request of a home store in **Gothenburg**: 2,400 baskets of water hyacinth in three sizes.

On average a request gets its first quote after **five hours**. Thank you to everybody who asks precisely and answers quickly.`,
    publishedDaysAgo: 52,
  },
  {
    key: 'moderation-rules',
    type: 'news',
    title: 'How we moderate, and what you can do when you disagree',
    summary: 'Which requests are hidden, by whom, and how to ask for a second look.',
    body: `Requests are hidden when they break the rules of the marketplace: job advertisements, duplicates, illegal goods, or contact details where they do not belong.

- The owner is told **the reason** at once.
- A hidden request can still be edited.
- Whoever disagrees writes to us through the [feedback form](https://example.com/feedback); somebody else looks at the case again.`,
    publishedDaysAgo: 58,
  },
  {
    key: 'tet-opening-hours',
    type: 'news',
    title: 'Our support around Tết',
    summary: 'Draft of the opening hours during the holidays.',
    body: 'Support answers with a delay of one working day. To be completed with the dates.',
    publishedDaysAgo: 1,
    status: 'draft',
  },
  {
    key: 'maintenance-september',
    type: 'news',
    title: 'Maintenance window in September',
    summary: 'The marketplace was read-only for forty minutes.',
    body: 'The maintenance is done. Thank you for your patience.',
    publishedDaysAgo: 64,
    status: 'archived',
  },
];
