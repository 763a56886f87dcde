import { z } from 'zod';
import { QUOTE_VALID_DAYS } from '../../functions/_shared/domain/limits.ts';
import { EMPTY_QUOTE_FORM, type QuoteValues } from '../../functions/_shared/domain/quote.ts';
import { demoAccounts, textSchema, type DemoAccount } from './accounts.ts';
import { demoPosts, type DemoOffer, type DemoOffered, type DemoPost } from './posts.ts';
import { randomOf, stableUuid, type Random } from './random.ts';
import { readTable } from './read-content.ts';

/** A quote as the form sends it; its organization is that of the supplier's account. */
export interface DemoQuote extends Omit<QuoteValues, 'organizationName' | 'taxCode' | 'validUntil' | 'attachments'> {
  clientId: string;
  postKey: string;
  supplier: string;
  /** Before the load. */
  minutesAgo: number;
  attachments: { uuid: string; name: string }[];
  /** Days of validity, counted from the day on which it was sent. */
  validDays: number;
  /** The facts before the revision. */
  first?: DemoOffered['first'];
}

const textsSchema = z.array(textSchema).min(1);

const terms = readTable(
  'terms.json',
  z.strictObject({
    payments: textsSchema,
    servicePayments: textsSchema,
    seaShipping: textsSchema,
    roadShipping: textsSchema,
  }),
);

const SERVICES: readonly string[] = ['service', 'consulting', 'logistics'];
const ATTACHMENT_ON_EVERY = 7;

/** All demo quotes from the oldest to the newest, generated from the posts' typical offers (`offer`). */
export const demoQuotes: readonly DemoQuote[] = demoPosts
  .flatMap((post) => {
    if (!post.offer) return [];
    return post.quotes ? quotesToDecideOn(post, post.offer, post.quotes) : quotesOn(post, post.offer);
  })
  .sort((a, b) => b.minutesAgo - a.minutesAgo);

function quotesOn(post: DemoPost, offer: DemoOffer): DemoQuote[] {
  const random = randomOf(`quotes on ${post.key}`);
  const suppliers = demoAccounts.filter(
    (account) => account.sells.includes(post.category) && account.username !== post.buyer,
  );
  const count = random.pick([1, 1, 2, 2, 2, 3, 3, 4, 5]);
  const chosen = random.shuffle(suppliers).slice(0, count);
  let minutesAgo = post.minutesAgo;
  return chosen
    .map((supplier, index) => {
      minutesAgo -= random.whole(2 * 60, 40 * 60);
      return quoteOf(post, offer, supplier, offer.alternatives?.[index], minutesAgo, random);
    })
    .filter((quote) => quote.minutesAgo > 0);
}

/** The quotes of a request with decisions, sent one after the other in the first half of its age. */
function quotesToDecideOn(post: DemoPost, offer: DemoOffer, quotes: readonly DemoOffered[]): DemoQuote[] {
  const random = randomOf(`quotes on ${post.key}`);
  return quotes.map(({ supplier: username, first, validDays = QUOTE_VALID_DAYS, ...facts }, index) => {
    const supplier = demoAccounts.find((account) => account.username === username);
    if (!supplier) throw new Error(`Nobody is called ${username}`);
    const minutesAgo = Math.round(post.minutesAgo * (0.9 - index * 0.07 - random.between(0, 0.05)));
    const [currency = ''] = /[A-Z]{3}/.exec(facts.price) ?? [];
    const quote = quoteOf(post, offer, supplier, undefined, minutesAgo, random);
    return { ...quote, ...facts, currency, validDays, ...(first && { first, attachments: [] }) };
  });
}

function quoteOf(
  post: DemoPost,
  offer: DemoOffer,
  supplier: DemoAccount,
  alternative: string | undefined,
  minutesAgo: number,
  random: Random,
): DemoQuote {
  const isService = SERVICES.includes(post.category);
  const isNear = supplier.country === post.country;
  const currency = offer.currency ?? 'USD';
  const clientId = stableUuid('quote', post.key, supplier.username);
  const place = (post.port ?? post.area ?? post.deliveryAddress).slice(0, 50);
  const { organizationName: _organization, taxCode: _taxCode, validUntil: _lastDay, ...empty } = EMPTY_QUOTE_FORM;
  return {
    ...empty,
    clientId,
    postKey: post.key,
    supplier: supplier.username,
    productMatch: alternative ? 'different' : random.pick(['high', 'high', 'medium']),
    description: alternative ?? '',
    price: `${variedPrice(offer.price, random)} ${currency}/${offer.per}`,
    quantity: offer.minimum,
    currency,
    paymentMethod: random.pick(isService ? terms.servicePayments : terms.payments),
    shippingMethod: isService
      ? 'On site and remote'
      : shippingOf(post.key, isNear ? terms.roadShipping : terms.seaShipping),
    deliveryTime: offer.leadTime,
    deliveryFrom: supplier.city,
    deliveryTo: isNear ? post.deliveryAddress.slice(0, 50) : place,
    accountType: supplier.organization && random.chance(0.85) ? 'organization' : 'individual',
    minutesAgo,
    attachments:
      random.whole(1, ATTACHMENT_ON_EVERY) === 1
        ? [{ uuid: stableUuid('document', clientId), name: attachmentName(post, random) }]
        : [],
    validDays: QUOTE_VALID_DAYS,
  };
}

/** The same shipping for all quotes on a request: prices on different terms cannot be compared. */
function shippingOf(postKey: string, ways: readonly string[]): string {
  const sum = [...postKey].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return ways[sum % ways.length] ?? '';
}

/** A price within 14 % of the typical one, with as many digits. */
function variedPrice(usual: number, random: Random): string {
  const price = usual * random.between(0.9, 1.14);
  if (price >= 1000) return String(Math.round(price / 10) * 10);
  if (price >= 100) return String(Math.round(price));
  if (price >= 10) return price.toFixed(1);
  return price.toFixed(usual < 0.2 ? 3 : 2);
}

function attachmentName(post: DemoPost, random: Random): string {
  const kind = random.pick(['Quotation', 'Offer', 'Technical-offer', 'Price-list']);
  return `${kind}-${post.key}.pdf`;
}
