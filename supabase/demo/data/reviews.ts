import { demoAccounts } from './accounts.ts';
import { demoPosts } from './posts/all-posts.ts';
import { demoQuotes } from './quotes.ts';
import { randomOf } from './random.ts';
import type { FormCategory } from './types.ts';

export interface DemoReview {
  reviewer: string;
  reviewed: string;
  rating: number;
  comment: string;
  /** The reply of the reviewed user, written after a fifth of the time since the review. */
  reply: string | null;
  minutesAgo: number;
}

/** Some comments only fit certain trades, or reviewers from certain countries. */
interface Fit {
  trades?: readonly FormCategory[];
  countries?: readonly string[];
}

type Words = readonly [rating: number, comment: string, fit?: Fit];

const GOODS: Fit = {
  trades: [
    'industrial',
    'manufacturing',
    'construction',
    'agricultural',
    'food',
    'textiles',
    'chemicals',
    'furniture',
    'retail',
    'electronics',
    'automotive',
    'healthcare',
    'energy',
  ],
};
const VIETNAMESE: Fit = { countries: ['vn'] };
const SPANISH: Fit = { countries: ['es', 'cl', 'mx'] };
const FRENCH: Fit = { countries: ['fr'] };
const GERMAN: Fit = { countries: ['de'] };

/** Reviews by buyers of suppliers who sent them a quote. */
const OF_SUPPLIERS: readonly Words[] = [
  [
    5,
    'Second shipment arrived two days early, pallets strapped and labelled exactly as agreed. Documents were complete, customs took one morning.',
    GOODS,
  ],
  [
    5,
    'Answered our technical questions within hours and sent drawings before we asked for them. The lot passed incoming inspection without a remark.',
  ],
  [
    4,
    'Good product and honest about what they cannot do. One pallet was damaged in transit, credited the same week.',
    GOODS,
  ],
  [5, 'Prices held for the whole quarter although the market moved. That is rare, and we noticed.'],
  [4, 'Samples took a little longer than promised, the series was then exactly like the samples.', GOODS],
  [
    3,
    'Quality is fine, communication less so: three people wrote to us about the same order and each had another delivery date.',
  ],
  [5, 'They found a mistake in our specification before production started. Saved us a container.', GOODS],
  [4, 'Fair price, clean paperwork, packing could be better: cartons at the bottom of the pallet were crushed.', GOODS],
  [5, 'Third order, third time on time. We have stopped chasing them.'],
  [2, 'Delivered four weeks late and told us only when we asked. The goods themselves were in order.', GOODS],
  [
    5,
    'The 3.1 certificates were scanned and named by heat number. Our quality people want every supplier to do this.',
    { trades: ['industrial', 'construction', 'manufacturing'] },
  ],
  [4, 'Competent sales engineer, came to our plant on a Saturday. Spare parts list was missing at first.'],
  [
    5,
    'Very careful with the finishing. We opened forty boxes and found nothing to complain about.',
    { trades: ['furniture', 'retail', 'textiles'] },
  ],
  [4, 'Flexible when our forecast changed in the middle of the month. A small surcharge for air freight was fair.'],
  [
    3,
    'Average. Colour of the second batch was slightly off the limit sample, accepted with a discount.',
    { trades: ['textiles', 'retail', 'furniture', 'chemicals'] },
  ],
  [5, 'Transparent price formula, transparent lead time, no surprises. Recommended.'],
  [5, 'Không chỉ giá tốt mà còn giao đúng hẹn từng đợt, chứng từ đầy đủ. Sẽ đặt tiếp.', VIETNAMESE],
  [4, 'Hàng đúng mẫu, đóng gói chắc chắn. Phản hồi cuối tuần hơi chậm nhưng chấp nhận được.', VIETNAMESE],
  [
    5,
    'Proveedor serio: envió fotos de la carga, certificados y número de precinto antes de que saliera el barco.',
    SPANISH,
  ],
  [4, 'Buena calidad y trato cercano. El plazo se alargó cinco días por el puerto, avisaron con tiempo.', SPANISH],
  [5, 'Livraison conforme, contrôle AQL passé du premier coup. Interlocuteur réactif et précis.', FRENCH],
  [
    4,
    'Bon suivi de production avec photos chaque semaine. Les étiquettes en français sont arrivées un peu tard.',
    FRENCH,
  ],
  [5, 'Zuverlässig, fachlich stark, und am Telefon jemand, der entscheiden darf. Gerne wieder.', GERMAN],
  [4, 'Ware einwandfrei, Lieferschein anfangs ohne unsere Bestellnummern. Nach einem Hinweis sofort geändert.', GERMAN],
  [
    5,
    'Commissioning went smoothly; the two technicians stayed a day longer without charging it because our foundation was not level.',
    { trades: ['industrial', 'energy', 'agricultural'] },
  ],
  [
    3,
    'The machine does what it should, but the manual was a translation that nobody had read. A new one came after two reminders.',
    { trades: ['industrial', 'agricultural', 'energy'] },
  ],
  [5, 'Small supplier with big discipline. Every carton carries lot, weight and packer.', GOODS],
  [4, 'Offered an alternative that was cheaper and better for us. A bit slow with the invoice corrections.'],
  [1, 'Accepted the order, then raised the price by 12 percent a week before shipment. We bought elsewhere.', GOODS],
  [
    5,
    'Residue report, allergen statement and origin papers in one file. Our auditor asked who this supplier is.',
    { trades: ['food', 'agricultural'] },
  ],
  [
    4,
    'Good yarn, good cones, humidity slightly high in the first lot and perfect since then.',
    { trades: ['textiles'] },
  ],
  [
    5,
    'The prototype was right at first go. We paid on the day it arrived.',
    { trades: ['manufacturing', 'electronics', 'furniture', 'automotive'] },
  ],
  [
    4,
    'They keep a safety stock for us and it has saved our season twice. Rates for storage are on the high side.',
    GOODS,
  ],
  [
    5,
    'Migration over a weekend, working on Monday at six. The team stayed until the last shift had logged in.',
    { trades: ['technology'] },
  ],
  [
    3,
    'Report was thorough, recommendations rather general. The workshop on site was worth the money.',
    { trades: ['consulting', 'service', 'education'] },
  ],
  [5, 'Cold chain data shared live, no excursion above 6 °C on the whole voyage.', { trades: ['logistics'] }],
  [4, 'Decent freight rates and an honest clerk. The dashboard still needs work.', { trades: ['logistics'] }],
  [
    5,
    'Their tiles have one tone across all pallets. Anybody who has laid 2,000 m² knows what that means.',
    { trades: ['construction'] },
  ],
  [4, 'Chairs are solid and light. Two of 400 had a loose joint, replaced at once.', { trades: ['furniture'] }],
  [5, 'Polite, punctual, precise. We sent our new buyer to them to learn how a good offer looks.'],
  [
    4,
    'Panels came with the flash list by serial number. One crate stood on the wrong side of the yard for a day, nothing broken.',
    { trades: ['energy'] },
  ],
  [
    5,
    'Understands hospital tenders and their deadlines. Samples were labelled with our lot numbers.',
    { trades: ['healthcare'] },
  ],
  [
    2,
    'Offer looked good, but the certificate turned out to be of another plant. Sorted out later, trust takes longer.',
  ],
  [5, 'Kids love the toys and the lab report is spotless. Packaging without any plastic.', { trades: ['retail'] }],
  [
    4,
    'Reliable converter. Minimum quantities are high for small brands like ours.',
    { trades: ['manufacturing', 'retail'] },
  ],
  [
    5,
    'Excellent weaving, shrinkage under two percent after our own test. We raised the order.',
    { trades: ['textiles'] },
  ],
  [3, 'Fine bearings, but delivered without the anti-rust paper that we had ordered.', { trades: ['industrial'] }],
  [5, 'Fast replacement of a wrong part on a public holiday. That is what we remember.', GOODS],
];

/** Reviews by suppliers of buyers. */
const OF_BUYERS: readonly Words[] = [
  [5, 'Clear request, quick decision, payment on the day it was due. A pleasure to quote for.'],
  [5, 'Knows exactly what is needed and says so in one message instead of ten.'],
  [4, 'Professional buyer. Negotiates hard and keeps every word afterwards.'],
  [5, 'Gave feedback although we did not win the order, with our place in the price ranking.'],
  [4, 'Specification was complete, only the packing drawing came late.', GOODS],
  [5, 'Approved our samples within three days and sent measured values with the approval.', GOODS],
  [3, 'Changed the quantity twice after we had bought the material. In the end we found a solution.', GOODS],
  [5, 'Long-term thinking: shared the forecast for a year and paid a fair premium for certified goods.'],
  [4, 'Friendly and fast. Payment came six days late because of a holiday, announced in advance.'],
  [5, 'Inspectors were strict and fair, and the report reached us the same evening.', GOODS],
  [2, 'Asked for four rounds of prices and then silence. A short no would have been enough.'],
  [5, 'Đặt hàng rõ ràng, thanh toán đúng hạn, góp ý kỹ thuật rất chi tiết.', VIETNAMESE],
  [4, 'Khách hàng thân thiện, duyệt mẫu nhanh, chỉ mong kế hoạch giao hàng ổn định hơn.', VIETNAMESE],
  [5, 'Cliente muy claro en plazos y documentación; el pago se liberó al recibir el BL.', SPANISH],
  [5, 'Cahier des charges précis et échanges toujours courtois, même sur les sujets difficiles.', FRENCH],
  [4, 'Klare Anfrage, realistische Termine, faire Reklamation mit Fotos.', GERMAN],
  [5, 'Visited our factory, listened to our workers and bought. We wish all visits were like this.', GOODS],
  [4, 'Good partner for trial orders; volumes are growing slowly but steadily.', GOODS],
  [5, 'Paid the deposit within an hour and booked the vessel themselves. Easy.', GOODS],
  [3, 'Request said FOB, the contract said DDP. Read carefully before you sign.', GOODS],
  [5, 'One of the few buyers who answer questions in public, so that all suppliers quote for the same thing.'],
  [4, 'Reasonable about tolerances once we explained the process. Paperwork is heavy.', GOODS],
  [5, 'They reuse our crates and send them back clean. Small thing, big respect.', GOODS],
  [5, 'Fair split of the risk in a difficult season. We will keep capacity for them.'],
  [4, 'Quick on the phone, thorough in writing. Their portal needs patience.'],
  [5, 'Complaint was one photo, one sentence and a proposal. Settled in ten minutes.'],
  [4, 'Serious company, checks references before ordering, then trusts you.'],
  [5, 'Sent thanks to the team on the line after the first container. It hangs on our wall now.', GOODS],
  [3, 'Pays reliably, decides slowly: eleven weeks from offer to order.'],
  [5, 'Precise call-offs every second Monday. We plan our whole week around them.', GOODS],
  [4, 'Technical people and buyers speak with one voice, which makes offers easy.'],
  [5, 'Accepted a better material at the same price and told others about it.', GOODS],
  [4, 'Asked for a lot of documents, used all of them, and the order followed.'],
  [5, 'Straightforward about the budget from the first call. No games.'],
];

const THANKS = [
  'Thank you. It is easy to do good work for people who say clearly what they need.',
  'Many thanks, the team has read it together. See you at the next order.',
  'Thank you for the kind words and for the photos that you sent us.',
];
const REGRETS = [
  'You are right, and we have changed how we plan since then. Thank you for saying it openly.',
  'We are sorry for the trouble. Please write to us, we would like to make up for it.',
];

interface Meeting {
  buyer: string;
  supplier: string;
  trade: FormCategory;
  minutesAgo: number;
}

/** All demo reviews from the oldest to the newest: each between two users with a common quote, one per pair and direction. */
export const demoReviews: readonly DemoReview[] = [
  ...spoken(OF_SUPPLIERS, meetings(), ({ buyer, supplier }) => [buyer, supplier]),
  ...spoken(OF_BUYERS, oneWayMeetings(), ({ buyer, supplier }) => [supplier, buyer]),
].sort((a, b) => b.minutesAgo - a.minutesAgo);

/** Assigns each comment to a pair that it fits, starting with the most restricted comments. */
function spoken(
  words: readonly Words[],
  occasions: readonly Meeting[],
  roles: (meeting: Meeting) => readonly [reviewer: string, reviewed: string],
): DemoReview[] {
  const random = randomOf(`ratings ${words.length}`);
  const free = random.shuffle(occasions);
  const choosyFirst = [...words].sort((a, b) => choices(a) - choices(b));
  return choosyFirst.flatMap(([rating, comment, fit]) => {
    const index = free.findIndex((meeting) => {
      const [reviewer] = roles(meeting);
      return (fit?.trades?.includes(meeting.trade) ?? true) && (fit?.countries?.includes(countryOf(reviewer)) ?? true);
    });
    const [meeting] = index < 0 ? [] : free.splice(index, 1);
    if (!meeting) return [];
    const [reviewer, reviewed] = roles(meeting);
    return [
      {
        reviewer,
        reviewed,
        rating,
        comment,
        reply: replyTo(rating, comment),
        minutesAgo: Math.round(meeting.minutesAgo * random.between(0.1, 0.8)),
      },
    ];
  });
}

/** About every third review has a reply, with regret if there was a complaint. */
function replyTo(rating: number, comment: string): string | null {
  if (comment.length % 3 !== 0) return null;
  const replies = rating <= 3 ? REGRETS : THANKS;
  return replies[(comment.length / 3) % replies.length] ?? null;
}

function choices([, , fit]: Words): number {
  return (fit?.trades?.length ?? 20) + (fit?.countries?.length ?? 20);
}

function countryOf(username: string): string {
  return demoAccounts.find((account) => account.username === username)?.country ?? '';
}

/** The pairs of users with a quote between them, each once. */
function meetings(): Meeting[] {
  const met = new Map<string, Meeting>();
  for (const { postKey, supplier, minutesAgo } of demoQuotes) {
    const post = demoPosts.find(({ key }) => key === postKey);
    if (post) met.set(`${post.buyer} ${supplier}`, { buyer: post.buyer, supplier, trade: post.category, minutesAgo });
  }
  return [...met.values()];
}

/** Pairs without a quote in the other direction: otherwise, a review of the buyer could be a second one of the pair. */
function oneWayMeetings(): Meeting[] {
  const all = meetings();
  return all.filter(
    ({ buyer, supplier }) => !all.some((other) => other.buyer === supplier && other.supplier === buyer),
  );
}
