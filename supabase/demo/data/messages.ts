import { demoAccounts } from './accounts.ts';
import { demoPosts } from './posts/all-posts.ts';
import { demoQuotes, type DemoQuote } from './quotes.ts';
import { randomOf, stableUuid } from './random.ts';

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

type Line = readonly [side: 'buyer' | 'supplier', text: (quote: DemoQuote) => string, attachment?: true];

const buyer = (text: string | Line[1]): Line => ['buyer', typeof text === 'string' ? () => text : text];
const supplier = (text: string | Line[1], attachment?: true): Line => [
  'supplier',
  typeof text === 'string' ? () => text : text,
  attachment,
];

const OF_GOODS: readonly (readonly Line[])[] = [
  [
    buyer((q) => `Thank you for the quote. Is ${q.price} still valid if we take twice the quantity?`),
    supplier('For double the quantity we can go down by 3 %. The lead time stays the same, we would ship in two lots.'),
    buyer('That works. Could you put it into a revised quotation, with the two delivery dates?'),
    supplier('Here it is. Lot one leaves two weeks after the deposit, lot two three weeks later.', true),
    buyer('Received. Our purchasing committee meets on Thursday, you will hear from us on Friday morning.'),
  ],
  [
    supplier(
      'Good morning. Before you decide: we can send two samples by courier at our cost. Which address should we use?',
    ),
    buyer('Please send them to the delivery address of the request, marked for incoming inspection.'),
    supplier('They left today and should be with you in four working days. The test report is in the box.'),
    buyer('The samples passed, only the labels need our article number. Can you print it at the factory?'),
    supplier('Yes, no extra charge. Please send us the artwork as a PDF.'),
  ],
  [
    buyer((q) => `We need the goods a week earlier than the ${q.deliveryTime} that you state. Is there any room?`),
    supplier(
      'If the order is confirmed this week, we can move you into the slot of a customer who postponed. That saves six days.',
    ),
    buyer('Six days would be enough. We will confirm by Wednesday.'),
  ],
  [
    buyer(
      'Which certificates come with the shipment? We need the origin certificate and a third-party inspection before loading.',
    ),
    supplier(
      'Origin certificate and test report are included. Inspection by SGS or Bureau Veritas is 380 USD per lot, at your choice.',
    ),
    buyer('SGS, please. Add it as a separate line, so that our accounting can book it.'),
    supplier('Added. The inspector needs three days notice before loading, we will book him.', true),
  ],
  [
    buyer(
      (q) =>
        `Your payment terms say "${q.paymentMethod}". Our house rule is 20 % in advance at most. Can we meet there?`,
    ),
    supplier(
      'With 20 % in advance we would need the balance before the release of the documents. Would that be acceptable?',
    ),
    buyer('Yes, against scanned documents. Then we have a deal on the terms, I still wait for the freight offer.'),
    supplier(
      'Understood. Freight rates change every Monday, so tell us a few days before and we will fix one for you.',
    ),
  ],
  [
    buyer('How are the goods packed? Our warehouse takes pallets of 80 x 120 cm only, 1.80 m high at most.'),
    supplier(
      'We can build them to exactly that, 22 pallets in a 40 foot container, wrapped and with corner protection.',
    ),
  ],
  [
    buyer('One question on the specification: is the tolerance in your quote plus or minus, or plus only?'),
    supplier('Plus or minus. If you need plus only, the price goes up by 1.5 % because of the sorting.'),
    buyer('Plus or minus is fine for this project. Thank you for the quick answer.'),
  ],
  [
    buyer((q) => `Is ${q.quantity} really the minimum? For a first order we would like to start with half of it.`),
    supplier(
      'For a first order we can do half, with a surcharge of 40 USD for the set-up. From the second order on it is credited.',
    ),
    buyer('Fair enough. Please keep the offer open until the end of the month.'),
  ],
];

const OF_SERVICES: readonly (readonly Line[])[] = [
  [
    buyer(
      'Thank you, your offer is on our short list. Who would be on the project, and could we talk to one of your references?',
    ),
    supplier(
      'A senior lead for two days a week and one engineer full time. Two of our customers are glad to tell you about their projects.',
    ),
    buyer('Good. Please propose two dates for a call next week.'),
    supplier('Tuesday at ten or Thursday at three, your time. We have put the scope on two pages for it.', true),
  ],
  [
    buyer('Are travel costs part of the price, or do they come on top?'),
    supplier(
      'They are included for the first three visits. Each further one is charged at cost, with your approval in advance.',
    ),
    buyer('Clear. We decide by the end of next week.'),
  ],
  [
    supplier(
      'We have a question on the scope: does the handover include training of your staff, and in which language?',
    ),
    buyer('Half a day of training for six people, in English. The manual has to be in English as well.'),
    supplier((q) => `Then our price of ${q.price} covers all of it. We could begin on the first Monday of next month.`),
  ],
];

const VIETNAMESE: readonly (readonly Line[])[] = [
  [
    buyer('Cảm ơn báo giá của anh. Giá này đã bao gồm vận chuyển đến kho chưa ạ?'),
    supplier('Dạ rồi ạ, giá đã gồm vận chuyển và bốc dỡ tại kho bên mình. Hóa đơn VAT xuất trong ngày giao hàng.'),
    buyer('Tốt quá. Anh gửi giúp em báo giá có đóng dấu để trình sếp duyệt nhé.'),
    supplier('Em gửi anh chị báo giá. Nếu chốt trong tuần này, bên em giữ giá đến cuối tháng.', true),
  ],
  [
    buyer('Bên mình có thể giao thành hai đợt không? Kho của em đang hơi chật.'),
    supplier('Được ạ. Đợt một 60 %, đợt hai sau mười ngày, không tính thêm phí.'),
    buyer('Vậy thì tốt rồi, mai em gửi đơn đặt hàng.'),
  ],
];

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
  const goodsOrServices = SERVICES.includes(post.category) ? OF_SERVICES : OF_GOODS;
  const script = random.pick(isVietnamese ? VIETNAMESE : goodsOrServices);
  // Some conversations are over, others await an answer.
  const lines = script.slice(0, random.whole(Math.min(2, script.length), script.length));
  let { minutesAgo } = quote;
  return lines
    .map(([side, text, attachment], index) => {
      minutesAgo -= random.whole(12, index === 0 ? 14 * 60 : 9 * 60);
      return {
        clientId: stableUuid('message', quote.clientId, index),
        quoteId: quote.clientId,
        sender: side === 'buyer' ? post.buyer : quote.supplier,
        content: text(quote),
        minutesAgo,
        ...(attachment && { attachment: ATTACHMENT }),
      };
    })
    .filter((message) => message.minutesAgo > 3);
}
