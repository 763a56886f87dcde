import { PRODUCT_NAME } from './product.ts';

/** What one mail says unless an admin changed it. Paragraphs are parted by blank lines; {{name}} is filled in. */
export type MailTemplate = {
  /** Name of the mail for admins, and for its receivers where they choose what they want. */
  label: string;
  /** Why somebody gets it, at the end of the mail. */
  reason: string;
  subject: string;
  body: string;
  action: { label: string; path: string };
  /** What may stand in {{}}, with an example of each for the preview. */
  variables: Readonly<Record<string, string>>;
};

const username = 'anna';
const title = 'Cashew nuts W320';

/** Every mail of the product. A paragraph that is nothing but a code stands out. */
export const mailTemplates = {
  verify_email: {
    label: 'Verify email',
    reason: `somebody registered at ${PRODUCT_NAME} with {{email}}. If it was not you, ignore it: without the code nothing happens`,
    subject: `Your ${PRODUCT_NAME} verification code`,
    body: `Hello {{username}},\n\nwelcome to ${PRODUCT_NAME}: business for everyone. Enter this code on the verification page to finish your registration.\n\n{{code}}\n\nThe code and the link work once, within 15 minutes.`,
    action: { label: 'Verify e-mail address', path: '/verify-email' },
    variables: { username, code: '042917', email: 'anna@example.com' },
  },
  reset_password: {
    label: 'Reset password',
    reason: `a new password was asked for {{email}} at ${PRODUCT_NAME}. If it was not you, ignore it: your password stays as it is`,
    subject: `Reset your ${PRODUCT_NAME} password`,
    body: 'Hello {{username}},\n\nsomebody, hopefully you, asked for a new password for your account. Open the link to choose one.\n\nThe link works once, within 60 minutes.',
    action: { label: 'Reset password', path: '/reset-password' },
    variables: { username, email: 'anna@example.com' },
  },
  confirm_email: {
    label: 'Confirm new email',
    reason: `the owner of a ${PRODUCT_NAME} account named {{newEmail}} as the new address. If it was not you, ignore it`,
    subject: `Confirm your new ${PRODUCT_NAME} e-mail address`,
    body: 'Hello {{username}},\n\nconfirm that {{newEmail}} is yours, and it replaces the old address of your account. Until then the old one stays valid.\n\n{{code}}\n\nThe code and the link work once, within 60 minutes.',
    action: { label: 'Confirm new address', path: '/verify-email' },
    variables: { username, code: '042917', newEmail: 'anna@new.example' },
  },
  password_changed: {
    label: 'Password changed',
    reason: 'it concerns the security of your account',
    subject: 'Your password was changed',
    body: 'Hello {{username}},\n\nthe password of your account has just been changed.\n\nIf it was not you, choose a new password at once: open the sign-in page and select "Forgot your password?".',
    action: { label: 'Open the sign-in page', path: '/auth' },
    variables: { username },
  },
  email_changed: {
    label: 'Email changed',
    reason: 'it concerns the security of your account',
    subject: 'Your email address was changed',
    body: 'Hello {{username}},\n\nthe email address of your account was changed from {{oldEmail}} to {{newEmail}}.\n\nIf it was not you, write to us through the feedback form.',
    action: { label: 'Send feedback', path: '/feedback' },
    variables: { username, oldEmail: 'anna@example.com', newEmail: 'anna@new.example' },
  },
  account_suspended: {
    label: 'Account suspended',
    reason: 'it concerns your account',
    subject: 'Your account was suspended',
    body: 'Hello {{username}},\n\nyour account was suspended {{until}}.\n\nReason: {{reason}}\n\nIf you think that this is a mistake, write to us through the feedback form.',
    action: { label: 'Send feedback', path: '/feedback' },
    variables: { username, reason: 'Repeated posts of the same request', until: 'until Mar 4, 2027, 2:00 PM (UTC)' },
  },
  post_hidden: {
    label: 'Post hidden',
    reason: 'it concerns your post',
    subject: 'Your post "{{title}}" was hidden',
    body: 'Hello {{username}},\n\nyour post "{{title}}" was hidden by an administrator, so nobody but you can see it now.\n\nReason: {{reason}}\n\nThe terms say what a post may hold and how to object.',
    action: { label: 'Open my posts', path: '/account?tab=posts' },
    variables: { username, title, reason: 'Violation of the marketplace rules' },
  },
  post_unhidden: {
    label: 'Post visible again',
    reason: 'it concerns your post',
    subject: 'Your post "{{title}}" is visible again',
    body: 'Hello {{username}},\n\nyour post "{{title}}" is visible to everybody again.',
    action: { label: 'Open my posts', path: '/account?tab=posts' },
    variables: { username, title },
  },
  feedback_answered: {
    label: 'Feedback answered',
    reason: 'you sent us feedback',
    subject: 'Our answer to your feedback: {{subject}}',
    body: 'Hello {{username}},\n\nthank you for your feedback "{{subject}}". This is our answer:\n\n{{reply}}\n\nYou wrote ({{reference}}):\n{{message}}',
    action: { label: 'Open the marketplace', path: '/' },
    variables: {
      username,
      reference: 'FB-000042',
      subject: 'Filter by port',
      message: 'Could the list be filtered by port?',
      reply: 'Thank you, this is on our list for the next weeks.',
    },
  },
  quote_received: {
    label: 'New quote',
    reason: 'somebody quoted on your post',
    subject: 'New quote on "{{title}}"',
    body: 'Hello {{username}},\n\n{{message}}.\n\nOpen it to see the price and the terms, and to ask the supplier.',
    action: { label: 'See the quote', path: '/account?tab=posts' },
    variables: { username, title, message: `You have a new quote on your post "${title}" from bob` },
  },
  quote_accepted: {
    label: 'Quote accepted',
    reason: 'you sent a quote',
    subject: 'Your quote on "{{title}}" was accepted',
    body: 'Hello {{username}},\n\n{{message}}.\n\nOpen it to agree on the next steps with the owner of the request.',
    action: { label: 'See the quote', path: '/account?tab=quotes' },
    variables: { username, title, message: `Your quote on "${title}" was accepted` },
  },
  quote_declined: {
    label: 'Quote declined',
    reason: 'you sent a quote',
    subject: 'Your quote on "{{title}}" was declined',
    body: 'Hello {{username}},\n\n{{message}}',
    action: { label: 'See the quote', path: '/account?tab=quotes' },
    variables: { username, title, message: `Your quote on "${title}" was declined: Another supplier was chosen` },
  },
  quote_changed: {
    label: 'Quote revised, withdrawn or cancelled',
    reason: 'you sent or received a quote',
    subject: 'A quote on "{{title}}" has changed',
    body: 'Hello {{username}},\n\n{{message}}',
    action: { label: 'See the quote', path: '/account?tab=posts' },
    variables: { username, title, message: `bob revised the quote on "${title}": price (9 USD/kg → 8.5 USD/kg)` },
  },
  message_received: {
    label: 'New messages',
    reason: 'somebody wrote to you',
    subject: '{{summary}}',
    body: 'Hello {{username}},\n\n{{messages}}',
    action: { label: 'Read and answer', path: '/account' },
    variables: {
      username,
      summary: `New message from bob about "${title}"`,
      messages: `New message from bob about "${title}"`,
      count: '1',
    },
  },
  review_received: {
    label: 'New review',
    reason: 'somebody reviewed you',
    subject: '{{message}}',
    body: 'Hello {{username}},\n\n{{message}}.\n\nYou can answer it once.',
    action: { label: 'See the review', path: '/my-reviews' },
    variables: { username, message: 'bob left you a 5-star review' },
  },
  broadcast: {
    label: `News from ${PRODUCT_NAME}`,
    reason: `you have an account at ${PRODUCT_NAME}`,
    subject: `News from ${PRODUCT_NAME}`,
    body: 'Hello {{username}},\n\n{{message}}',
    action: { label: 'Open the marketplace', path: '/' },
    variables: { username, message: 'You can now filter requests by port.' },
  },
  test: {
    label: 'Test email',
    reason: 'you asked for a test',
    subject: `Test email from ${PRODUCT_NAME}`,
    body: 'Hello {{username}},\n\nthis is the test that you asked for. Mail works.',
    action: { label: 'Open email settings', path: '/admin/email-settings' },
    variables: { username },
  },
} as const satisfies Record<string, MailTemplate>;

/** The mails that carry a secret: who can read them can take over the account. They cannot be switched off. */
export const carriesSecret = (name: string) => ['verify_email', 'reset_password', 'confirm_email'].includes(name);

/** The template of a name as it comes from elsewhere; undefined for anything that is none. */
export function mailTemplate(name: string): MailTemplate | undefined {
  return Object.entries(mailTemplates).find(([known]) => known === name)?.[1];
}
