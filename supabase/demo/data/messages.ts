import { z } from 'zod';
import { demoAccounts, textSchema } from './accounts.ts';
import { demoPosts } from './posts.ts';
import { demoQuotes, type DemoQuote } from './quotes.ts';
import { randomOf, stableUuid } from './random.ts';
import { readTable } from './read-content.ts';

export interface DemoMessage {
  clientId: string;
  /** Client id of its quote. */
  quoteId: string;
  sender: string;
  content: string;
  /** Before the load. */
  minutesAgo: number;
  /** Name of the quote as a PDF file, which is attached to the message. */
  attachment?: string;
}

/** The share of the quotes that have a conversation. */
const WITH_CONVERSATION = 0.6;
/** The supplier account for trying out the product, whose quotes all have a conversation. */
const ALWAYS: readonly string[] = ['bob'];
const SERVICES: readonly string[] = ['service', 'consulting', 'logistics'];
const ATTACHMENT = 'Quotation-rev2.pdf';

const PLACES = ['price', 'quantity', 'deliveryTime', 'paymentMethod'] as const satisfies (keyof DemoQuote)[];
const PLACE = /\{(\w+)\}/g;

const conversationsSchema = z.array(
  z.array(
    z.strictObject({
      from: z.enum(['buyer', 'supplier']),
      /** Facts of the quote stand in braces: "Is {price} still valid?" */
      text: textSchema.refine(
        (text) => [...text.matchAll(PLACE)].every(([, name]) => PLACES.some((place) => place === name)),
        `Only these can stand in braces: ${PLACES.join(', ')}`,
      ),
      attachment: z.boolean().optional(),
    }),
  ),
);

const conversations = readTable(
  'conversations.json',
  z.strictObject({ goods: conversationsSchema, services: conversationsSchema, vietnamese: conversationsSchema }),
);

/** All demo messages from the oldest to the newest. */
export const demoMessages: readonly DemoMessage[] = demoQuotes
  .flatMap(messagesOn)
  .sort((a, b) => b.minutesAgo - a.minutesAgo);

function messagesOn(quote: DemoQuote): DemoMessage[] {
  const random = randomOf(`messages on ${quote.clientId}`);
  const post = demoPosts.find(({ key }) => key === quote.postKey);
  const seller = demoAccounts.find(({ username }) => username === quote.supplier);
  if (!post || !seller) throw new Error(`Quote ${quote.clientId} has no supplier or no post`);
  const hasConversation = random.chance(WITH_CONVERSATION) || ALWAYS.includes(quote.supplier);
  if (!hasConversation) return [];
  const isVietnamese = seller.country === 'vn' && post.country === 'vn' && /[ăđơưạảấầếềệọốồộợụứ]/i.test(post.title);
  const goodsOrServices = SERVICES.includes(post.category) ? conversations.services : conversations.goods;
  const script = random.pick(isVietnamese ? conversations.vietnamese : goodsOrServices);
  // Some conversations are over, others await an answer.
  const lines = script.slice(0, random.whole(Math.min(2, script.length), script.length));
  let { minutesAgo } = quote;
  return lines
    .map(({ from, text, attachment }, index) => {
      minutesAgo -= random.whole(12, index === 0 ? 14 * 60 : 9 * 60);
      return {
        clientId: stableUuid('message', quote.clientId, index),
        quoteId: quote.clientId,
        sender: from === 'buyer' ? post.buyer : quote.supplier,
        content: PLACES.reduce((content, place) => content.replaceAll(`{${place}}`, quote[place]), text),
        minutesAgo,
        ...(attachment && { attachment: ATTACHMENT }),
      };
    })
    .filter((message) => message.minutesAgo > 3);
}
