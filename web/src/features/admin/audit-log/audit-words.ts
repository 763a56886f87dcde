import { RULE_ACTIONS, RULE_KINDS } from '@domain/content-filter.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** "suspend_user" as "Suspend user"; "taxCode" and "tax_code" as "Tax code". */
export function readable(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Texts of the log itself: actions and field names, never user input. */
const WORDS: ReadonlySet<string> = new Set([
  msg('Add feedback note'),
  msg('Add note'),
  msg('Appoint main admin'),
  msg('Assign feedback'),
  msg('Bring back'),
  msg('Cancel broadcast'),
  msg('Change role'),
  msg('Create broadcast'),
  msg('Create content rule'),
  msg('Create news'),
  msg('Delete broadcast'),
  msg('Delete content rule'),
  msg('Delete exchange rate'),
  msg('Delete feedback'),
  msg('Delete news'),
  msg('Delete post'),
  msg('Delete user'),
  msg('Edit hide reason'),
  msg('End suspension'),
  msg('Export users'),
  msg('Hide all posts'),
  msg('Hide post'),
  msg('Hide question'),
  msg('Hide review'),
  msg('Judge content rule'),
  msg('Lift suspension'),
  msg('Mark spam'),
  msg('Preview content rule'),
  msg('Read private text'),
  msg('Reply to feedback'),
  msg('Reset second factor'),
  msg('Retry mail'),
  msg('Retry mails'),
  msg('Review flagged content'),
  msg('Save email settings'),
  msg('Save mail template'),
  msg('Save setting'),
  msg('Send mails from'),
  msg('Send reset link'),
  msg('Send test mail'),
  msg('Set exchange rate'),
  msg('Set feedback status'),
  msg('Set notification kind'),
  msg('Sign in'),
  msg('Stop content rule'),
  msg('Suspend user'),
  msg('Undo bulk action'),
  msg('Unhide post'),
  msg('Unhide question'),
  msg('Unhide review'),
  msg('Update content rule'),
  msg('Update news'),
  msg('Verify email'),
  msg('Account type'),
  msg('Action'),
  msg('Assignee id'),
  msg('Audience'),
  msg('Audience values'),
  msg('Author id'),
  msg('Batch'),
  msg('Before'),
  msg('Body'),
  msg('Category'),
  msg('Cost ms'),
  msg('Country'),
  msg('Created at'),
  msg('Daily cap'),
  msg('Delivered'),
  msg('Email'),
  msg('Event end'),
  msg('Event start'),
  msg('Event zone'),
  msg('External url'),
  msg('Fields'),
  msg('Finding'),
  msg('Footer address'),
  msg('From address'),
  msg('From name'),
  msg('Hidden'),
  msg('Id'),
  msg('Ids'),
  msg('Images'),
  msg('Is case sensitive'),
  msg('Is enabled'),
  msg('Is optional'),
  msg('Is pinned'),
  msg('Kind'),
  msg('Link url'),
  msg('Locale'),
  msg('Location'),
  msg('Lookup'),
  msg('Needle'),
  msg('Note'),
  msg('Owner'),
  msg('Page'),
  msg('Page path'),
  msg('Page size'),
  msg('Pattern'),
  msg('Posts'),
  msg('Published at'),
  msg('Reason'),
  msg('Receivers'),
  msg('Reply'),
  msg('Restored'),
  msg('Reply to'),
  msg('Role'),
  msg('Rule'),
  msg('Search'),
  msg('Send at'),
  msg('Since'),
  msg('Smtp host'),
  msg('Smtp port'),
  msg('Smtp secret'),
  msg('Smtp security'),
  msg('Smtp user'),
  msg('Source'),
  msg('Status'),
  msg('Subject'),
  msg('Summary'),
  msg('Template'),
  msg('Title'),
  msg('Type'),
  msg('Until'),
  msg('Updated at'),
  msg('Usd per unit'),
  msg('User id'),
  msg('Username'),
  msg('Value'),
  msg('Verified'),
  msg('With email'),
]);

/**
 * Fields whose values come from the product's own vocabulary. Other fields hold user input, which is never translated.
 */
const FIELDS_OF_CODES: ReadonlySet<string> = new Set([
  'account_type',
  'accountType',
  'action',
  'audience',
  'category',
  'kind',
  'role',
  'smtp_secret',
  'source',
  'status',
  'type',
  'until',
]);
/** An action or field of the log in words; unknown ones stay English. */
export function auditWord(name: string, { t }: Language): string {
  const word = readable(name);
  // In other contexts "Message" means a message of a conversation.
  if (word === 'Message') return t('Message', {}, 'broadcast');
  return WORDS.has(word) ? t(word) : word;
}

/** Labels for codes that do not explain themselves. */
const CODES: Readonly<Record<string, string>> = { ...RULE_KINDS, ...RULE_ACTIONS };

/** A value of the log in words ("in_progress"), or as stored if no translation exists. */
export function auditValue(field: string, value: string, { message }: Language): string {
  if (!FIELDS_OF_CODES.has(field)) return value;
  const word = CODES[value] ?? readable(value);
  const said = message(word);
  return said === word ? value : said;
}

const ENTITIES: Readonly<Record<string, string>> = {
  broadcast: msg('broadcast'),
  bulk_action: msg('bulk action'),
  content_hit: msg('content hit'),
  content_rule: msg('content rule'),
  email_settings: msg('email settings'),
  exchange_rate: msg('exchange rate'),
  feedback: msg('feedback'),
  mail: msg('mail'),
  mail_template: msg('mail template'),
  message: msg('message'),
  message_attachment: msg('file of a message'),
  news: msg('news'),
  notification_kind: msg('notification kind'),
  post: msg('post'),
  post_question: msg('post question'),
  profile: msg('profile'),
  question: msg('question'),
  quote: msg('quote'),
  quote_attachment: msg('document of a quote'),
  review: msg('review'),
  setting: msg('setting'),
  user: msg('user'),
};

/** The entity that an action was about, without its id. */
export const auditEntityText = (entity: string, { t }: Language): string =>
  t(ENTITIES[entity] ?? entity.replaceAll('_', ' '));
