import type { oas31 } from 'zod-openapi';
import { audienceKinds, linkKinds } from '../_shared/domain/broadcast.ts';
import { CATEGORIES } from '../_shared/domain/categories.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '../_shared/domain/feedback.ts';
import { LISTED_STATES } from '../_shared/domain/listed-state.ts';
import { QUOTE_WORDS } from '../_shared/domain/quote.ts';
import { REQUIREMENT_WORDS } from '../_shared/domain/requirements-schema.ts';

/** The description of a field or parameter in the OpenAPI document: its meaning, the format of its text, and an example. */
type FieldWords = {
  description: string;
  example?: unknown;
  format?: 'date-time' | 'date' | 'email' | 'uri' | 'uuid' | 'password';
  /** All possible values of a text in an answer, unless its schema lists them. */
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

const IMAGE = '6f1f0f9e-0c43-4c0f-9d55-0a4f2f0f7f10/9b2d3c1e-5a0f-4a44-8c3a-6f7e1d2c3b4a.webp';
const DOCUMENT = '6f1f0f9e-0c43-4c0f-9d55-0a4f2f0f7f10/1c9f7f52-4a13-4e0d-9a80-2f3f0a8c4a11.pdf';

/** Fields by name; a name has the same meaning everywhere, except for the places below. */
const FIELDS: Readonly<Record<string, FieldWords>> = {
  ...REQUIREMENT_WORDS,
  ...QUOTE_WORDS,
  access_token: text('Send it as `Authorization: Bearer …`; valid for one hour'),
  accounts: count('How many accounts signed in from that network', 3),
  action: text('What was done, or what a rule does with a text that it hits'),
  actorId: id('The user who did it; null for the system'),
  actorUsername: text('The username of the user who did it', 'adam'),
  address: text('The postal address', 'Dock 4, 20457 Hamburg'),
  after: { description: 'The values afterwards' },
  answer: text('The reply of the mail server', '250 OK'),
  answeredAt: time('When it was answered; null until then'),
  area: text('The region within the country', 'North'),
  askerId: id('The user who asks'),
  askerUsername: text('The username of the user who asks', 'bob'),
  assigneeId: id('The admin who handles it'),
  assigneeUsername: text('The username of the admin who handles it', 'adam'),
  attachments: list('The attached files'),
  attempts: count('How many attempts were made to send it', 1),
  audience: text('The users it is for', 'all'),
  audienceValues: list('The roles, countries, categories or usernames of the audience'),
  author: text('The username of the author', 'adam'),
  avatar: text('The path of the avatar in `avatars`, or its web address', IMAGE),
  averageRating: { description: 'The average of all ratings; 0 if there are none', example: 4.6 },
  before: { description: 'The values beforehand' },
  bio: text('A short text about the person or company', 'Steel trader since 1998'),
  body: text('The text, in Markdown'),
  bucket: text('The kind of file'),
  categories: list('Posts and quotes by category'),
  category: text('The category; one of those that the post form offers', 'industrial'),
  changes: list('What a revision changed, field by field'),
  choices: list('The mails that the receiver can do without'),
  clientId: {
    description: 'A unique id made by the client, so that a repeat is not stored twice',
    format: 'uuid',
    example: '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f',
  },
  closedAt: time('When its owner closed it; null while they have not'),
  closedReason: text('Why its owner closed it; null while they have not', 'awarded'),
  closeRequest: flag(
    'Whether the post is closed and every other quote without a decision declined; true if left out',
    true,
  ),
  code: text('The six digits from the mail', '482913'),
  comment: text('The text of the review', 'Quick and precise.'),
  companyName: text('The company shown on the profile', 'Lindqvist Home AB'),
  confirmPassword: { description: 'The password again; only checked if it is sent', format: 'password' },
  contactAddress: text('Where to reach the supplier', 'bob@example.com'),
  content: text('The text', 'Can you ship in two parts?'),
  context: text('The kind of field in which it was found', 'message'),
  costMs: { description: 'The longest time that its pattern takes for a text, in milliseconds', example: 0.8 },
  countries: list('Posts and quotes by country'),
  country: text('A two-letter code, or the text as typed if no country was recognised', 'vn'),
  createdAt: time('When it was created'),
  currency: text('A three-letter code', 'USD'),
  current: { description: 'The figures for the range' },
  currentPassword: { description: 'The current password', format: 'password' },
  dailyCap: count('How many mails may be sent per day', 2000),
  data: { description: 'Where the notification leads: ids and a type' },
  day: day('The day, in UTC'),
  days: list('One entry for each day of the range'),
  daysToWait: count('Days until the next quote on this post may be sent'),
  decision: { description: 'Where the quote stands' },
  deleted: count('How many posts were deleted'),
  deletedAt: time('When it was deleted; its text is gone from then on'),
  delivered: count('How many users have received it'),
  deliveryAddress: text('Where to deliver the goods', 'Dock 4, Hai Phong'),
  deliveryDays: count('In how many days it is delivered at the latest; null where the text does not say', 30),
  description: text('What is wanted or offered', 'Seamless tubes, 48 mm, with test certificate'),
  document: list('One file'),
  documentPath: text('The path of the stored file', DOCUMENT),
  documents: list('The attached documents; none for callers who are not signed in'),
  editedAt: time('When its text was last edited'),
  email: { description: 'The email address', format: 'email', example: 'anna@example.com' },
  emptySearches: list('Search terms that found nothing'),
  enabled: { description: 'Only rules that are switched on, or only those that are off' },
  entity: text('The kind of thing that was changed', 'user'),
  entityId: text('The id of what was changed', '17'),
  error: text('Why it failed', '550 no such user'),
  errors: list('The refused fields, each with a message'),
  eventEnd: time('When the event ends'),
  eventStart: time('When the event starts'),
  excerpt: text('The text around the first hit', '… write to me at …'),
  exists: flag('Whether it is taken', true),
  expected: text('The value as the caller read it', 'user'),
  expectedAssigneeId: id('The `assigneeId` as the caller read it, 0 for nobody; any if it is left out'),
  expectedRequest: {
    description:
      'The facts of the post as the supplier read them; any if it is left out, or for each that it leaves out',
  },
  expectedUpdatedAt: time('The `updatedAt` as the caller read it; any if it is left out'),
  expectedVersion: count('The `version` as the caller read it; any if it is left out', 1),
  externalUrl: { description: 'A web page with more about it', format: 'uri', example: 'https://example.com/fair' },
  factorId: { description: 'The id of the new factor, as Auth answered it', format: 'uuid' },
  failed: count('How many mails failed in the last 7 days'),
  field: text('The field as which to test the text', 'post_title'),
  fields: list('The fields in which the rule looks'),
  firstName: text('The first name', 'Anna'),
  footerAddress: text('The postal address in the footer of every mail', 'Dock 4, Hamburg'),
  from: time('The start of the range'),
  fromAddress: { description: 'The address that mails are sent from', format: 'email', example: 'shop@example.com' },
  fromName: text('The name that mails are sent from', 'Marketplace'),
  fromStatus: text('The status before', 'pending'),
  hasLiked: flag('Whether the caller likes it', true),
  hasSecret: flag('Whether a password is stored; the password itself is never returned', true),
  heldBy: text(
    'Why no mail leaves: the address of this server, or `off` by its setting; null while mails leave',
    'https://copy.example',
  ),
  hidden: count('How many posts were hidden'),
  hiddenAt: time('When it was hidden'),
  hiddenBy: id('The user who hid it; null while it is visible'),
  hiddenByUsername: text('The username of the user who hid it', 'adam'),
  hiddenPosts: count('Posts that were hidden'),
  hiddenReason: text('Why it was hidden', 'Not a purchase request'),
  hiddenTimes: list(
    'The `hiddenAt` of each post as the caller read it; those with another one are left out. Without it, those that their owners have hidden are',
  ),
  hits: list('The places in the text that rules hit'),
  hits30Days: count('How many hits the rule had in the last 30 days'),
  html: text('The mail as HTML'),
  id: id('The id'),
  ids: list('The ids'),
  imagePaths: list('The paths of the stored images, in the order of the files'),
  images: list('Images: paths in storage, or web addresses'),
  isAdmin: flag('Whether the role is that of an admin'),
  isBestPrice: flag('Whether its unit price is the lowest', true),
  isBestRated: flag('Whether its supplier has the best rating', true),
  isCaseSensitive: flag('Whether upper and lower case count as different'),
  isConfirmed: flag(
    'Whether the rule is saved although it would change or refuse more than 1 % of the last texts',
    false,
  ),
  isEnabled: flag('Whether it is switched on', true),
  isFastest: flag('Whether it is delivered first', true),
  isHidden: flag('Whether only its owner and admins can see it'),
  isMinimumTooMuch: flag('Whether its minimum quantity is more than what is wanted; null where that cannot be said'),
  isOfLink: flag('Whether the link came with a mail of this kind', true),
  isOn: flag('Whether to shortlist it or to take that back; true if left out', true),
  isOptional: flag('Whether users may unsubscribe from it', true),
  isPinned: flag('Whether it is listed before the others'),
  isRateOld: flag('Whether the exchange rate is older than seven days'),
  isTrial: flag('Whether the rule counts its hits and changes nothing', false),
  isValid: flag('Whether the link is valid', true),
  isVerified: flag('Whether the email address is verified', true),
  isVerifiedDeal: flag('Whether one of the two has sent the other a quote', true),
  isWanted: flag('Whether the receiver wants it', true),
  items: list('The rows of this page'),
  kind: text('The kind'),
  label: text('Its name as people see it', 'Quote received'),
  landingPages: list('The pages on which visits started'),
  lastError: text('The last answer to a mail that waits or failed', '451 try later'),
  lastName: text('The last name', 'Lindqvist'),
  lastSeenAt: time('When the user was last active'),
  length: count('The number of characters', 5),
  likes: count('How many users like it', 12),
  locale: text('The language of the mail', 'en'),
  lastReplyId: id('The newest reply that the caller has read, 0 for none; any if it is left out'),
  lastAt: time('When the account last signed in from there'),
  limit: count('The maximum number of entries', 20),
  linkId: id('The id of what the notification leads to'),
  linkKind: text('What the notification leads to', 'post'),
  location: text('Where the event takes place', 'Hall 7, Ho Chi Minh City'),
  mails: count('How many mails were made of it; null where that is not known any more'),
  mailsSent: count('How many of the mails have left'),
  masked: text('The text as it would be stored'),
  message: text('A text for people', 'Title is required'),
  messages: count('Messages that were sent'),
  minimumOrder: { description: 'What the minimum quantity costs' },
  name: text('The name of the file', 'Offer.pdf'),
  newPassword: { description: 'The new password', format: 'password' },
  note: text('The note', 'Called on Monday'),
  oldestAt: time('Since when the oldest one waits'),
  openFeedback: count('Feedback that is neither resolved nor spam'),
  order: text('The sort direction', 'desc'),
  organization: text('The organization on whose behalf the user may quote', 'Lindqvist Home AB'),
  originalFilename: text('The original name of the file', 'Offer.pdf'),
  outcome: text('What became of the mail', 'sent'),
  page: count('The number of the page; the first is 1', 1),
  pagePath: text('The page that the user or guest was on', '/news'),
  pageSize: count('The number of rows per page', 20),
  password: { description: 'The password', format: 'password' },
  path: text('The field, with nested names joined by dots; or the path of a file', 'attachments.0.name'),
  pattern: text('What the rule looks for', 'casino'),
  period: text('Only events that are still to come, or only those that are over', 'upcoming'),
  phoneNumber: text('The phone number', '+84 28 1234 567'),
  port: text('The port of delivery', 'Hai Phong'),
  postId: id('The id of the post; null once it is deleted'),
  postIds: list('The ids of the posts'),
  postOwnerId: id('The owner of the post; null once their account is deleted'),
  postOwnerUsername: text('The username of the owner of the post', 'anna'),
  posts: count('Posts that were published'),
  postTitle: text('The title of the post when the quote was sent', 'Steel tubes'),
  previous: { description: 'The figures for the preceding range of the same length' },
  priceRead: text('What was read in the price, with the numbers of English; null if nothing', '690 USD per t, FOB'),
  problem: text(
    'Why there is no value, or why it is not converted',
    'Not comparable: priced per 40 ft container, not per kg',
  ),
  providerAnswer: text('The reply of the mail server', '250 OK'),
  publishedAt: time('When it was published; null for a draft'),
  q: text('The search term', 'steel'),
  quantityRead: text('What was read in the quantity, with the numbers of English; null if nothing', '20 t'),
  question: text('The question', 'Is a certificate of 2024 enough?'),
  quoteCount: count('How many quotes the post has received'),
  quotedWithin48h: count('Posts that received a quote within 48 hours'),
  quoteId: id('The id of the quote'),
  quotes: count('Quotes that were sent'),
  rateDay: day('The day of the exchange rate; null where none was needed'),
  rating: { description: '1 to 5 stars; the average of all ratings where it belongs to a user', example: 5 },
  read: { description: 'Whether it has been read, or by how many users' },
  readAt: time('When the receiver read it'),
  reason: text('The reason', 'Not a purchase request'),
  receivers: count('How many users receive it', 1200),
  reference: text('The reference number', 'FB-000042'),
  referrer: text('The page that the guest came from', 'https://example.com/'),
  referrers: list('The pages that guests came from'),
  refresh_token: text('Renews the session at `POST /api/session/refresh`; works once'),
  registration: {
    description: 'The id that Auth gave the registration',
    format: 'uuid',
    example: '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f',
  },
  registrations: count('New accounts'),
  rememberMe: flag('Whether to stay signed in for 30 days, even when the browser is closed', true),
  repliedAt: time('When the reviewed user replied'),
  reply: text('The reply of the reviewed user', 'Thank you'),
  replyTo: { description: 'The address for replies to mails', format: 'email', example: 'shop@example.com' },
  requirements: {
    description:
      'What the post asks for beyond its text; each is optional. A change that leaves all of this out changes none',
  },
  requiresVerification: flag('The email address has to be verified first', true),
  reviewedUserId: id('The id of the reviewed user'),
  reviewedUsername: text('The username of the reviewed user', 'bob'),
  reviewerAvatar: text('The avatar of the reviewer', IMAGE),
  reviewerId: id('The id of the reviewer'),
  reviewerUsername: text('The username of the reviewer', 'anna'),
  reviews: count('Reviews that were written'),
  revision: count('How often its supplier has revised it', 1),
  role: text('The role of the user', 'user'),
  ruleId: id('The id of the rule'),
  ruleName: text('The rule that hit', 'casino'),
  sameBrowser: flag('Whether it signed in with the same browser, too'),
  search: text('The search term: every word has to occur; accents and case do not matter', 'steel tubes'),
  searches: count('How often it was searched for'),
  sendAt: time('When it is sent; null for now'),
  senderAvatar: text('The avatar of the sender', IMAGE),
  senderId: id('The id of the sender'),
  senderUsername: text('The username of the sender', 'anna'),
  sentAt: time('When the mail was sent'),
  sentBy: text('The username of the admin who sent it', 'adam'),
  sentToday: count('How many mails were sent today', 41),
  session: { description: 'New tokens, for the user of the account alone' },
  sessionId: text('An id that the client makes for one visit', 'visit-17'),
  shown: list('The mails that were wanted when the receiver began to choose'),
  siteUrl: text('The address of the marketplace whose mails leave', 'https://market.example'),
  size: count('The size of the file in bytes', 48213),
  smtpHost: text('The host name of the mail server', 'smtp.example.com'),
  smtpPort: count('The port of the mail server', 587),
  smtpSecret: {
    description: 'The password at the mail server; leave it out to keep the stored one',
    format: 'password',
  },
  smtpSecurity: text('How the connection is secured', 'starttls'),
  smtpUser: text('The username at the mail server', 'mailer'),
  sort: text('What the rows are sorted by'),
  start: count('The position of the first character, counted from 1', 1),
  state: text('Whether it takes quotes', 'open'),
  status: text('The status'),
  changedAt: time('When status or facts last changed'),
  statusReason: text('The reason of the status, as the other party reads it', 'The price is too high'),
  storedId: id('The id of what was stored under the same `clientId`'),
  subject: text('The subject'),
  summary: text('A summary in one or two sentences', 'What changes on January 1'),
  supplierId: id('The id of the supplier'),
  suppliers: list('The suppliers who sent the most quotes'),
  suspendedAt: time('When the suspension began; null for none, or one before this was stored'),
  suspendedUntil: text('A time, "permanent", or null', 'permanent'),
  suspensionReason: text('Why the account is suspended', 'Spam'),
  tab: text('Reviews that the caller received, or reviews that they wrote', 'received'),
  tables: { description: 'Rankings with ten entries each' },
  tax: text('Whether the price includes tax: included, excluded, or null if nothing says so', 'excluded'),
  template: text('The name of the mail', 'quote_received'),
  templates: list('The mails that can be changed'),
  term: text('The search term', 'solar panel'),
  text: text('The text'),
  title: text('The title', 'Steel tubes, 20 tons a month'),
  to: time('The end of the range; the receiver of a mail'),
  token: text('The token from the link in the mail'),
  toMe: flag('Whether to assign it to the caller, or to nobody', true),
  toStatus: text('The status afterwards', 'shortlisted'),
  total: count('The number of rows on all pages', 1204),
  totalPrice: { description: 'The price of the wanted quantity; null where the post names none' },
  totalReviews: count('The number of reviews', 14),
  type: text('A news item, or an event with a time and a place', 'event'),
  unhidden: count('How many posts were unhidden'),
  unitPrice: { description: 'The price of one `unit`' },
  unlikeTerms: list('The terms in which the prices differ, because of which no price is marked'),
  updatedAt: time('When it was last changed'),
  user: { description: 'The user' },
  userAgent: text('The browser, as it names itself', 'Mozilla/5.0'),
  userId: id('The id of the user; null for a guest'),
  username: text('The public name of the user', 'anna'),
  verdict: text('What the filter does with the text', 'blocked'),
  verified: { description: 'Whether the email address is verified, or how many are', example: 3 },
  version: count('Counts all changes of the facts of the quote, including corrections', 1),
  visitors: count('Guests, counted by session'),
  waiting: count('How many mails wait'),
  wanted: list(
    'The mails that the receiver wants; they get none of the others, or with `shown` keep those in which the two agree',
  ),
  website: text('Must stay empty; only programs fill it in', ''),
  withEmail: flag('Whether it is also sent as a mail'),
  withoutCurrentRate: list(
    'Currencies without an exchange rate of the last seven days, because of which no price is marked',
  ),
};

const FILE_WORDS = {
  path: text('The path, from the answer of another call', IMAGE),
  name: text('The name under which to save the file', 'Offer.pdf'),
  inline: text('`true` if a private PDF or image is to open in the browser instead of being saved', 'true'),
};
const SEARCH_WORDS = {
  name: text('The name of the search, for its user', 'Steel in Vietnam'),
  address: text('The address of the search on the page', '/?q=steel&country=vn'),
  pace: text('When mails about new posts come: at once, in a digest or never', 'daily'),
  hits: count('The number of posts found since it was saved', 3),
};
const SESSION_ID: FieldWords = {
  description: 'The id of the session',
  format: 'uuid',
  example: '8b0dbc6b-4d1f-4d0e-9c1a-2f1a0b7c6d5e',
};
const ANSWER = text('The answer of the owner of the post; null until there is one', 'Yes, if it names the melt.');

const BATCH_WORDS = {
  id: id('The id of the bulk action; null when no post was to be changed', 3),
  posts: count('Posts that it has changed so far'),
};

const FEEDBACK_BATCH_WORDS = {
  id: id('The id of the bulk action; null when no feedback was to be changed', 3),
  feedbackIds: list('The ids of the feedback'),
  feedback: count('How much feedback it has changed so far'),
  note: text('For other admins, in the list of bulk actions', 'A flood of advertising'),
};

const SECOND_STEP = {
  code: text('The code of the authenticator app; or a recovery code, which turns two-step sign-in off', '482913'),
};

/** Places where a name has another meaning: the name of a schema, or the path of a call. */
const FIELDS_OF: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  '/api/posts': REQUIREMENT_WORDS,
  '/api/user/posts': REQUIREMENT_WORDS,
  '/api/posts/{id}': REQUIREMENT_WORDS,
  '/api/posts/{id}/requirements': REQUIREMENT_WORDS,
  '/api/posts/{id}/documents': REQUIREMENT_WORDS,
  '/api/posts/{id}/close': REQUIREMENT_WORDS,
  '/api/posts/{id}/reopen': REQUIREMENT_WORDS,
  '/api/notification-preferences': {
    page: flag('Whether notifications of this kind are on the page', true),
    mail: text('When the mail comes: daily and weekly ones in a digest', 'now'),
    isPageOptional: flag('Whether it can be kept off the page; decisions on quotes cannot', true),
    paces: list('The choices for `mail`'),
    preferences: list('The choices to change; what they do not name stays'),
  },
  '/api/digest-time': {
    hour: count('The hour, 0 to 23', 7),
    timeZone: text('The time zone of that hour; null until one is chosen: UTC', 'Asia/Ho_Chi_Minh'),
  },
  '/api/admin/users/spam': {
    userIds: list('The ids of the users'),
    users: count('Users of the bulk action so far'),
    posts: count('Posts that it has hidden'),
    others: count('Questions and reviews that it has hidden'),
  },
  '/api/admin/bulk-actions': {
    action: text('What was done', 'spam'),
    users: count('Users that it concerned'),
    posts: count('Posts that it changed'),
    others: count('Questions, reviews or feedback that it changed'),
    undoneAt: time('When it was undone; null until then'),
    undoneByUsername: text('The username of the admin who undid it', 'mona'),
    restored: count('How many changes the undo took back; the others had been changed since'),
  },
  '/api/admin/bulk-actions/{id}/undo': { left: count('Changes that the next call will take back', 0) },
  '/api/sessions': {
    id: SESSION_ID,
    userAgent: text('The program that signed in, as it names itself; null if it does not', 'Mozilla/5.0'),
    address: text('The network address that it signed in from', '192.0.2.1'),
    startedAt: time('When it signed in'),
    usedAt: time('When it last renewed the session, which it does once an hour'),
    isCurrent: flag('Whether this call comes from it', true),
  },
  '/api/sessions/end': { id: SESSION_ID },
  '/api/login': SECOND_STEP,
  '/api/session': SECOND_STEP,
  '/api/user/recovery-codes': { codes: list('The recovery codes; the earlier ones stop working') },
  '/api/version': { version: text('The release, as its git tag without "v"', '1.1.0') },
  '/api/posts/{id}/watch': {
    isWatching: flag('Whether the caller watches the post', true),
    watchers: count('The number of users who watch the post; null for all but its owner', 2),
  },
  '/api/mutes': {
    quoteId: id('The quote whose conversation is muted; null where a post is', 7),
    postId: id('The muted post; null where a conversation is', 12),
  },
  '/api/saved-searches': SEARCH_WORDS,
  '/api/saved-searches/{id}': SEARCH_WORDS,
  '/api/saved-searches/{id}/hits': { toldAt: time('When the user was told of the post') },
  '/api/quotes/{id}/mute': { isMuted: flag('Whether the conversation is muted', true) },
  '/api/posts/{id}/mute': { isMuted: flag('Whether the post is muted', true) },
  '/api/posts/{id}/comparison': {
    currency: text('The currency of the compared amounts', 'EUR'),
    quotes: list('The quotes on the post, newest first'),
    incoterm: text('The Incoterm of the price, else the one that the post wants; several are joined by /', 'FOB'),
    value: { description: 'The amount, in `currency`', example: 1.16 },
    averageRating: { description: 'The average of all ratings of the supplier; null if there are none', example: 4.6 },
  },
  '/api/posts/{id}/questions': { answer: ANSWER },
  '/api/questions/{id}/answer': { answer: ANSWER },
  '/api/quotes/{id}/history': {
    field: text('The field of the quote', 'price'),
    before: text('The value beforehand', '690 USD/ton'),
    after: text('The value afterwards', '670 USD/ton'),
  },
  '/api/files': FILE_WORDS,
  '/api/files/link': { ...FILE_WORDS, url: { description: 'The address, which needs no session' } },
  '/api/admin/stats': {
    from: day('The first day, in UTC'),
    to: day('The last day, in UTC'),
    verified: count('Registrations with a verified email address'),
    page: text('The page', '/news'),
  },
  '/api/admin/email-settings/queue/retry': {
    count: count('How many mails are due now'),
    status: oneOf('The mails to send: waiting or failed ones', ['queued', 'failed']),
  },
  '/api/admin/email-settings/log': {
    status: oneOf('The status', ['queued', 'sending', 'sent', 'bounced', 'failed']),
    to: { description: 'The receiver', format: 'email', example: 'anna@example.com' },
  },
  '/api/admin/notifications': {
    read: count('How many users have read it'),
    audience: oneOf('The users it is for', audienceKinds),
    linkKind: oneOf('What the notification leads to', linkKinds),
    status: oneOf('The status', ['scheduled', 'sending', 'sent', 'cancelled', 'deleted']),
  },
  '/api/admin/email-settings': { smtpSecurity: oneOf('How the connection is secured', ['none', 'starttls', 'tls']) },
  '/api/admin/users': { verified: { description: 'Only users with a verified email address, or only those without' } },
  '/api/user/avatar': {
    avatar: { description: 'The avatar: a file in the request, its path in the answer, null once it is removed' },
  },
  '/api/admin/feedback': {
    category: oneOf(
      'What it is about',
      FEEDBACK_CATEGORIES.map(({ value }) => value),
    ),
    status: oneOf(
      'The status',
      FEEDBACK_STATUSES.map(({ value }) => value),
    ),
  },
  '/api/admin/content-filter': {
    trialSince: time('Since when the rule, as it is now, runs as a trial; null for a rule in force'),
    trial: text('Only rules on trial, or only those that are not', 'true'),
  },
  '/api/admin/content-filter/preview': {
    texts: count('How many public texts were read', 2000),
    hits: count('In how many of them the rule finds something', 3),
    fields: list('The same of each public field'),
    isCommonInPrivate: flag(
      'Whether it finds too much in messages and quotes; null without these fields, or when that takes too long',
    ),
    examples: list('Up to five public texts, around what the rule finds'),
  },
  '/api/admin/content-filter/hits': {
    action: text('Only hits of this kind; of a rule on trial it is `trial`', 'mask'),
    rule: id('Only hits of the rule with this id'),
    ruleId: id('The id of the rule; null once it is deleted'),
    entityId: id('The id of what the text belongs to; null for a refused one'),
    excerpt: text(
      'Around the hit, at most 60 characters; null for private, refused and masked texts',
      'see www.shop.vn',
    ),
    reviewedAt: time('When an admin marked a flagged text as reviewed'),
  },
  '/api/admin/content-filter/flagged': { entityId: id('The id of what the text belongs to') },
  '/api/admin/feedback/{id}/entries': { body: text('The text', 'Thank you, this is fixed now') },
  '/api/admin/feedback/{id}/replies': { body: text('The reply', 'Thank you, this is fixed now') },
  '/api/admin/feedback/{id}/notes': { body: text('The note', 'Seen on Android as well') },
  '/api/admin/users/{id}': { isDeleted: flag('Whether nothing is left to delete', true) },
  '/api/admin/users/{id}/suspension': {
    bringBack: text('Whether what bulk actions have hidden is visible again', 'true'),
    days: { description: 'The number of days; permanent if it is null or left out', example: 7 },
    left: count('Things that the next call will bring back', 0),
  },
  '/api/admin/settings': {
    key: text('The switch or limit; limits are called `rate_limits.` and their name', 'rate_limits.post'),
    value: {
      description: 'On or off; or how often, and within how many seconds',
      example: { max: 50, seconds: 86_400 },
    },
    expected: { description: 'The value as the caller read it', example: { max: 100, seconds: 86_400 } },
    max: count('How often, from 1 to 1000000', 100),
    seconds: count('Within how many seconds, from 1 to 86400', 86_400),
    settings: list('The switches and limits'),
  },
  '/api/admin/posts': {
    category: oneOf('The category', CATEGORIES),
    state: oneOf('Whether it is hidden, else whether it takes quotes', LISTED_STATES),
    quoteDeadline: time('Until when it takes quotes; null without a deadline, and once it is closed'),
  },
  '/api/admin/posts/hide': BATCH_WORDS,
  '/api/admin/posts/unhide': BATCH_WORDS,
  '/api/admin/feedback/status': FEEDBACK_BATCH_WORDS,
  '/api/admin/feedback/delete': FEEDBACK_BATCH_WORDS,
  '/api/admin/hidden-posts': { category: oneOf('The category', CATEGORIES) },
  Post: { category: oneOf('The category', CATEGORIES) },
  Message: {
    name: text('The name of the file', 'Drawing.pdf'),
    path: text('The path of the file in `message-files`', DOCUMENT),
  },
  Quote: { path: text('The path of the file in `quote-documents`', DOCUMENT) },
  Notification: { read: flag('Whether the user has read it') },
  Error: { message: text('A text for people', 'Title is required'), id: id('The id of the account') },
};

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The description of a field in a place; null if it has none. */
function wordsOf(place: string, name: string): FieldWords | null {
  return FIELDS_OF[place]?.[name] ?? FIELDS[name] ?? null;
}

const isText = ({ type }: Json) => type === 'string' || (Array.isArray(type) && type.includes('string'));

/** Adds a description, an example, values and a format to a schema that lacks them. */
function describeField(schema: Json, words: FieldWords, isAnswer: boolean): void {
  schema['description'] ??= words.description;
  if (words.example !== undefined && !('examples' in schema) && !('enum' in schema) && !('$ref' in schema))
    schema['examples'] = [words.example];
  if (words.values && isAnswer && schema['type'] === 'string') schema['enum'] ??= [...words.values];
  const texts = [schema, ...(Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isObject) : [])].filter(isText);
  for (const each of texts) if (words.format && !('pattern' in each)) each['format'] ??= words.format;
}

/**
 * Describes all fields and parameters of an OpenAPI document, in place.
 * @returns the names without a description, with their place; a test keeps this list empty
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
