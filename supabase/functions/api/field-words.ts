import type { oas31 } from 'zod-openapi';
import { audienceKinds, linkKinds } from '../_shared/domain/broadcast.ts';
import { CATEGORIES } from '../_shared/domain/categories.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '../_shared/domain/feedback.ts';

/** What the document says of a field or parameter: its meaning, how its text is written, and a value for example. */
type FieldWords = {
  description: string;
  example?: unknown;
  format?: 'date-time' | 'date' | 'email' | 'uri' | 'uuid' | 'password';
  /** All that a text in an answer can be, where its schema does not say so. */
  values?: readonly string[];
};

const time = (description: string): FieldWords => ({
  description,
  format: 'date-time',
  example: '2026-11-20T09:30:00+00:00',
});
const day = (description: string): FieldWords => ({ description, format: 'date', example: '2026-11-20' });
const id = (description: string, example = 17): FieldWords => ({ description, example });
const count = (description: string, example = 3): FieldWords => ({ description, example });
const flag = (description: string, example = false): FieldWords => ({ description, example });
const text = (description: string, example?: string): FieldWords => ({ description, example });
const oneOf = (description: string, values: readonly string[]): FieldWords => ({
  description,
  values,
  example: values[0],
});
const list = (description: string): FieldWords => ({ description });

const PICTURE = '6f1f0f9e-0c43-4c0f-9d55-0a4f2f0f7f10/9b2d3c1e-5a0f-4a44-8c3a-6f7e1d2c3b4a.webp';
const DOCUMENT = '6f1f0f9e-0c43-4c0f-9d55-0a4f2f0f7f10/1c9f7f52-4a13-4e0d-9a80-2f3f0a8c4a11.pdf';

/** Fields by their name, which means the same wherever it stands. */
const FIELDS: Readonly<Record<string, FieldWords>> = {
  access_token: text('Sent as `Authorization: Bearer …`; lasts for an hour'),
  accountType: text('For whom the supplier quotes: themselves or their organization', 'organization'),
  action: text('What was done, or what a rule does to a text that it hits'),
  actorId: id('Who did it; null for the system'),
  actorUsername: text('The username of who did it', 'adam'),
  address: text('The postal address', 'Dock 4, 20457 Hamburg'),
  after: { description: 'The values after it' },
  answer: text('What the mail server said', '250 OK'),
  area: text('The region within the country', 'North'),
  assigneeId: id('The admin who takes care of it'),
  assigneeUsername: text('The username of the admin who takes care of it', 'adam'),
  attachments: list('Documents that go with it'),
  attempts: count('How often it was tried', 1),
  audience: text('Who is meant', 'all'),
  audienceValues: list('Which countries, roles or user ids, where the audience needs them'),
  author: text('The username of who wrote it', 'adam'),
  avatar: text('The path of the picture in `avatars`, or its web address', PICTURE),
  averageRating: { description: 'The mean of all ratings; 0 without any', example: 4.6 },
  before: { description: 'The values before it' },
  bio: text('A few words about the person or company', 'Steel trader since 1998'),
  body: text('The text, in Markdown'),
  bucket: text('What kind of file it is'),
  categories: list('Requests by category'),
  category: text('The category; `GET /api/posts` and the form of the page know the same', 'industrial'),
  choices: list('Which mails the receiver wants'),
  clientId: {
    description: 'A key that the client makes, so that a repeat is not a second one',
    format: 'uuid',
    example: '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f',
  },
  code: text('The six digits of the mail', '482913'),
  comment: text('What the reviewer says', 'Quick and precise.'),
  companyName: text('The company as the profile shows it', 'Lindqvist Home AB'),
  confirmPassword: { description: 'The password again; checked if it is sent', format: 'password' },
  contactAddress: text('Where the supplier can be reached', 'bob@example.com'),
  content: text('The text', 'Can you ship in two parts?'),
  context: text('In which field it was found', 'message'),
  costMs: { description: 'How long the rules took, in milliseconds', example: 0.8 },
  countries: list('Requests by country'),
  country: text('A two-letter code, or as it was typed where no country was recognised', 'vn'),
  createdAt: time('When it was made'),
  currency: text('A code of three letters', 'USD'),
  current: { description: 'The figures of the range' },
  currentPassword: { description: 'The password of now', format: 'password' },
  dailyCap: count('How many mails may leave in a day', 2000),
  data: { description: 'Where it leads: ids and a type' },
  day: day('The day, in UTC'),
  days: list('One entry per day of the range'),
  daysToWait: count('Days until the next quote on this request may be sent'),
  deleted: count('How many were deleted'),
  deletedAt: time('When it was deleted; its text is gone then'),
  delivered: count('How many have received it'),
  deliveryAddress: text('Where to deliver', 'Dock 4, Hai Phong'),
  deliveryFrom: text('Where the goods leave', 'Hai Phong'),
  deliveryTime: text('How long delivery takes', '30 days'),
  deliveryTo: text('Where the goods arrive', 'Hamburg'),
  description: text('What is wanted or offered', 'Seamless tubes, 48 mm, with test certificate'),
  document: list('One file'),
  documentPath: text('The path of the stored file', DOCUMENT),
  editedAt: time('When the text was last changed'),
  email: { description: 'The e-mail address', format: 'email', example: 'anna@example.com' },
  emptySearches: list('Words that were searched without a result'),
  enabled: { description: 'Only what is switched on, or off' },
  entity: text('What kind of thing it was done to', 'user'),
  entityId: text('Which one', '17'),
  error: text('Why it failed', '550 no such user'),
  errors: list('The refused fields'),
  eventEnd: time('When the event ends'),
  eventStart: time('When the event begins'),
  excerpt: text('The words around the first hit', '… write to me at …'),
  exists: flag('Whether it is taken', true),
  expected: text('The role that the caller has seen', 'user'),
  externalUrl: { description: 'A page about it elsewhere', format: 'uri', example: 'https://example.com/fair' },
  field: text('As which field the text is tested', 'post_title'),
  fields: list('In which fields the rule looks'),
  firstName: text('The first name', 'Anna'),
  footerAddress: text('The postal address at the foot of every mail', 'Dock 4, Hamburg'),
  from: time('The beginning of the range'),
  fromAddress: { description: 'From which address mails come', format: 'email', example: 'shop@example.com' },
  fromName: text('From whom mails come', 'Marketplace'),
  hasLiked: flag('Whether the caller likes it', true),
  hasSecret: flag('Whether a password is stored; it is never answered', true),
  hidden: count('How many were hidden'),
  hiddenAt: time('When it was hidden'),
  hiddenBy: id('Who hid it; null while it is visible'),
  hiddenByUsername: text('The username of who hid it', 'adam'),
  hiddenPosts: count('Posts that were hidden'),
  hiddenReason: text('Why it was hidden', 'Not a purchase request'),
  hits: list('Where which rule hit'),
  hits30Days: count('How often the rule hit in the last 30 days'),
  html: text('The mail as HTML'),
  id: id('The id'),
  ids: list('Which ones'),
  imagePaths: list('The paths of the stored pictures, in the order of the files'),
  images: list('Pictures: paths in storage, or web addresses'),
  isAdmin: flag('Whether the role is one of an admin'),
  isCaseSensitive: flag('Whether capitals count'),
  isEnabled: flag('Whether it is switched on', true),
  isHidden: flag('Whether only its owner and admins see it'),
  isOfLink: flag('Whether it is the mail that the link came with', true),
  isOptional: flag('Whether people may unsubscribe from it', true),
  isPinned: flag('Whether it stands before the others'),
  isValid: flag('Whether the link can be used', true),
  isVerified: flag('Whether the e-mail address is proved', true),
  isVerifiedDeal: flag('Whether the two have exchanged a quote', true),
  isWanted: flag('Whether the receiver wants it', true),
  items: list('The rows of this page'),
  kind: text('Of which kind it is'),
  label: text('Its name for people', 'Quote received'),
  landingPages: list('Where visits began'),
  lastName: text('The last name', 'Lindqvist'),
  lastSeenAt: time('When the person last used the marketplace'),
  length: count('How many characters', 5),
  likes: count('How many like it', 12),
  limit: count('How many at the most', 20),
  linkId: id('The id of what the message leads to'),
  linkKind: text('What the message leads to', 'post'),
  location: text('Where the event is', 'Hall 7, Ho Chi Minh City'),
  masked: text('The text as it would be stored'),
  message: text('For people', 'Title is required'),
  messages: count('Messages sent'),
  name: text('The name of the file', 'Offer.pdf'),
  newPassword: { description: 'The password from now on', format: 'password' },
  note: text('A note', 'Called on Monday'),
  openFeedback: count('Feedback that nobody has closed'),
  order: text('The direction of the order', 'desc'),
  organization: text('The organization that the person can quote for', 'Lindqvist Home AB'),
  organizationName: text('The organization that quotes', 'Bosque Verde SA'),
  originalFilename: text('The name that the file had', 'Offer.pdf'),
  outcome: text('What became of the mail', 'sent'),
  page: count('Which page, from 1', 1),
  pagePath: text('The page that the person was on', '/news'),
  pageSize: count('Rows per page', 20),
  password: { description: 'The password', format: 'password' },
  path: text('The field, nested ones joined by dots; or the path of a file', 'attachments.0.name'),
  pattern: text('What the rule looks for', 'casino'),
  paymentMethod: text('How to pay', 'T/T'),
  period: text('Events that come, or that are over', 'upcoming'),
  phoneNumber: text('The phone number', '+84 28 1234 567'),
  port: text('The port of delivery', 'Hai Phong'),
  postId: id('The purchase request; null once it is deleted'),
  postIds: list('The posts'),
  postOwnerId: id('Who wants it; null once the account is gone'),
  postOwnerUsername: text('The username of who wants it', 'anna'),
  posts: count('Purchase requests'),
  postTitle: text('The title of the request when the quote was sent', 'Steel tubes'),
  previous: { description: 'The figures of the range before, of the same length' },
  price: text('The price as it was typed; a bare number has to be positive', '690 USD/ton'),
  productMatch: text('How well the offer fits the description', 'high'),
  providerAnswer: text('What the mail server said', '250 OK'),
  publishedAt: time('When it was published; null for a draft'),
  q: text('Words to search for', 'steel'),
  quantity: text('The smallest quantity as it was typed; a bare number is at least 1', '20 tons'),
  quoteCount: count('How many quotes were sent to it'),
  quotedWithin48h: count('Requests that had a quote within 48 hours'),
  quoteId: id('The quote'),
  quotes: count('Quotes'),
  rating: { description: 'Stars from 1 to 5; the mean of all where it is of a person', example: 5 },
  read: { description: 'Whether the receiver has read it, or how many have' },
  readAt: time('When the other party read it'),
  reason: text('Why', 'Not a purchase request'),
  receivers: count('How many it goes to', 1200),
  reference: text('What to name when asking about it', 'F-2026-000017'),
  referrer: text('Where the visitor came from', 'https://example.com/'),
  referrers: list('Where visits came from'),
  refresh_token: text('Renews the session at `POST /api/session/refresh`; works once'),
  registrations: count('New accounts'),
  rememberMe: flag('Whether the session outlives the browser, for 30 days', true),
  repliedAt: time('When the reviewed person replied'),
  reply: text('What the reviewed person says to it', 'Thank you'),
  replyTo: { description: 'Where answers to mails go', format: 'email', example: 'shop@example.com' },
  requiresVerification: flag('The e-mail address has to be verified first', true),
  reviewedUserId: id('Who is reviewed'),
  reviewedUsername: text('The username of who is reviewed', 'bob'),
  reviewerAvatar: text('The picture of who reviews', PICTURE),
  reviewerId: id('Who reviews'),
  reviewerUsername: text('The username of who reviews', 'anna'),
  reviews: count('Reviews written'),
  role: text('What the person may do', 'user'),
  ruleId: id('The rule'),
  ruleName: text('The rule that hit', 'casino'),
  search: text('Words that all have to occur; accents and capitals do not count', 'steel tubes'),
  searches: count('Searches'),
  sendAt: time('When it goes out; null for now'),
  senderAvatar: text('The picture of who wrote it', PICTURE),
  senderId: id('Who wrote it'),
  senderUsername: text('The username of who wrote it', 'anna'),
  sentAt: time('When the mail left'),
  sentBy: text('The username of the admin who sent it', 'adam'),
  sentToday: count('Mails that left today', 41),
  sessionId: text('A key that the client makes for one visit', 'visit-17'),
  shippingMethod: text('How to ship', 'Sea'),
  size: count('The size of the file in bytes', 48213),
  smtpHost: text('The mail server', 'smtp.example.com'),
  smtpPort: count('Its port', 587),
  smtpSecret: { description: 'Its password; left out, the stored one stays', format: 'password' },
  smtpSecurity: text('How the connection is secured', 'starttls'),
  smtpUser: text('The account there', 'mailer'),
  sort: text('What the rows are ordered by'),
  start: count('From which character on, the first being 1', 1),
  status: text('Where it stands'),
  subject: text('The subject'),
  summary: text('In one or two sentences', 'What changes on January 1'),
  supplierId: id('Who quotes'),
  suppliers: list('Who sent the most quotes'),
  suspendedUntil: text('A time, "permanent", or null', 'permanent'),
  suspensionReason: text('Why the account is suspended', 'Spam'),
  tab: text('The reviews that the caller received or wrote', 'received'),
  tables: { description: 'What stands out, ten of each' },
  taxCode: text('The tax code of the organization', '0101234567'),
  template: text('Which mail', 'quote_received'),
  templates: list('The mails that can be changed'),
  term: text('What was searched', 'solar panel'),
  text: text('The text'),
  title: text('The title', 'Steel tubes, 20 tons a month'),
  to: time('The end of the range; a receiver where it is a mail'),
  token: text('What the link of the mail carries'),
  toMe: flag('Whether the caller takes care of it', true),
  total: count('How many rows match in all', 1204),
  totalReviews: count('How many reviews', 14),
  type: text('News, or an event with a time and place', 'event'),
  unhidden: count('How many are visible again'),
  updatedAt: time('When it was last changed'),
  user: { description: 'The person' },
  userAgent: text('The browser', 'Mozilla/5.0'),
  userId: id('The person; null for a visitor'),
  username: text('The name that everybody sees', 'anna'),
  verdict: text('What would happen to the text', 'blocked'),
  verified: { description: 'Whether the e-mail address is proved, or how many are', example: 3 },
  visitors: count('Visitors'),
  wanted: list('The mails that the receiver wants; all others end'),
  website: text('Left empty by people; what fills it in is a machine', ''),
  withEmail: flag('Whether it goes out as a mail as well'),
};

/** Places where a name means something of its own: the name of a schema or the path of a call before it. */
const FIELDS_OF: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  '/api/files': {
    path: text('The path that another call answered', PICTURE),
    name: text('The name to save it under', 'Offer.pdf'),
  },
  '/api/admin/stats': {
    from: day('The first day, in UTC'),
    to: day('The last day, in UTC'),
    verified: count('Accounts whose address was proved'),
    page: text('The page', '/news'),
  },
  '/api/admin/email-settings/log': {
    status: oneOf('Where it stands', ['queued', 'sending', 'sent', 'bounced', 'failed']),
    to: { description: 'The receiver', format: 'email', example: 'anna@example.com' },
  },
  '/api/admin/notifications': {
    read: count('How many have read it'),
    audience: oneOf('Who is meant', audienceKinds),
    linkKind: oneOf('What the message leads to', linkKinds),
    status: oneOf('Where it stands', ['scheduled', 'sending', 'sent', 'cancelled', 'deleted']),
  },
  '/api/admin/email-settings': { smtpSecurity: oneOf('How the connection is secured', ['none', 'starttls', 'tls']) },
  '/api/admin/users': { verified: { description: 'Only proved e-mail addresses, or only others' } },
  '/api/user/avatar': {
    avatar: { description: 'The picture: one file to send, its path in the answer, null once it is removed' },
  },
  '/api/admin/feedback': {
    category: oneOf(
      'What it is about',
      FEEDBACK_CATEGORIES.map(({ value }) => value),
    ),
    status: oneOf(
      'Where it stands',
      FEEDBACK_STATUSES.map(({ value }) => value),
    ),
  },
  '/api/admin/content-filter/flagged': { entityId: id('The thing that the text is of') },
  '/api/admin/feedback/{id}/entries': { body: text('The text', 'Thank you, it is mended') },
  '/api/admin/feedback/{id}/replies': { body: text('The answer', 'Thank you, it is mended') },
  '/api/admin/feedback/{id}/notes': { body: text('The note', 'Seen on Android as well') },
  '/api/admin/users/{id}/suspension': {
    days: { description: 'For how long; null or nothing is for good', example: 7 },
  },
  '/api/admin/settings': {
    key: text('Which switch or limit; a limit is `rate_limits.` and its name', 'rate_limits.post'),
    value: { description: 'On or off, or how often within how many seconds', example: { max: 50, seconds: 86_400 } },
    expected: { description: 'The value that the caller has seen', example: { max: 100, seconds: 86_400 } },
    max: count('How often, from 1 to 1000000', 100),
    seconds: count('Within how many seconds, from 1 to 86400', 86_400),
    settings: list('Switches and limits'),
  },
  '/api/admin/hidden-posts': { category: oneOf('The category', CATEGORIES) },
  Post: { category: oneOf('The category', CATEGORIES) },
  Message: {
    name: text('The name of the file', 'Drawing.pdf'),
    path: text('The path of the file in `message-files`', DOCUMENT),
  },
  Quote: { path: text('The path of the file in `quote-documents`', DOCUMENT) },
  Notification: { read: flag('Whether it was read') },
  Error: { message: text('For people', 'Title is required'), id: id('The id of the account') },
};

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words of a field in a place; null for a field that nobody has described. */
function wordsOf(place: string, name: string): FieldWords | null {
  return FIELDS_OF[place]?.[name] ?? FIELDS[name] ?? null;
}

const isText = ({ type }: Json) => type === 'string' || (Array.isArray(type) && type.includes('string'));

/** Adds to a schema what it does not say itself. */
function describeField(schema: Json, words: FieldWords, isAnswer: boolean): void {
  schema['description'] ??= words.description;
  if (words.example !== undefined && !('examples' in schema) && !('enum' in schema) && !('$ref' in schema))
    schema['examples'] = [words.example];
  if (words.values && isAnswer && schema['type'] === 'string') schema['enum'] ??= [...words.values];
  const texts = [schema, ...(Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isObject) : [])].filter(isText);
  for (const each of texts) if (words.format && !('pattern' in each)) each['format'] ??= words.format;
}

/**
 * Describes every field and parameter of an OpenAPI document, in place. In: the document; out: the names that have no words,
 * with their place, which a test holds empty.
 */
export function describeFields({ paths, components }: oas31.OpenAPIObject): string[] {
  const missing = new Set<string>();
  const describe = (place: string, name: string, schema: unknown, isAnswer: boolean) => {
    const words = wordsOf(place, name);
    if (!isObject(schema)) return;
    if (words) describeField(schema, words, isAnswer);
    else if (!('description' in schema)) missing.add(`${place} ${name}`);
  };
  const walk = (value: unknown, place: string, isAnswer: boolean): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, place, isAnswer);
    if (!isObject(value)) return;
    if (isObject(value['properties']))
      for (const [name, schema] of Object.entries(value['properties'])) describe(place, name, schema, isAnswer);
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'parameters' && Array.isArray(inner)) {
        for (const each of inner.filter(isObject)) {
          const words = wordsOf(place, String(each['name']));
          if (words) each['description'] ??= words.description;
          if (words && isObject(each['schema'])) describeField(each['schema'], words, false);
        }
      }
      walk(inner, place, isAnswer || key === 'responses');
    }
  };
  for (const [path, item] of Object.entries(paths ?? {})) walk(item, path, false);
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) walk(schema, name, true);
  return [...missing];
}
