import { translateArriving } from './arriving-text.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from './locale.ts';
import { VIETNAMESE_MAIL_MESSAGES } from './mail-messages-vi.ts';
import type { MailTemplate, MailWords } from './mail-template.ts';
import { ENGLISH_MAIL_WORDS, englishMails } from './mail-templates-en.ts';
import { VIETNAMESE_MAIL_WORDS, vietnameseMails } from './mail-templates-vi.ts';
import { writeNumber } from './numbers.ts';
import { changeInFormat } from './shown-amounts.ts';

type MailName = keyof typeof englishMails;

/** The texts of the mails in one language. */
type MailLanguage = {
  words: MailWords;
  templates: Readonly<Partial<Record<string, MailTemplate>>>;
  /** Translates the English text of a notification of a kind; an unknown text is returned unchanged. */
  translate: ReturnType<typeof translateArriving>;
};

const LANGUAGES: Readonly<Partial<Record<Locale, MailLanguage>>> = {
  vi: {
    words: VIETNAMESE_MAIL_WORDS,
    templates: vietnameseMails,
    translate: translateArriving(
      { texts: {}, messages: VIETNAMESE_MAIL_MESSAGES },
      {
        date: (moment, options) => new Date(moment).toLocaleString('vi', options),
        number: (value) => writeNumber(value, 'vi'),
      },
    ),
  },
};

/** One mail in one language. `translate` translates the text of its notification, which is stored in English. */
export type Mail = { locale: Locale; template: MailTemplate; words: MailWords; translate: (message: string) => string };

const asItCame = (message: string) => message;

/** Mails whose message is written by a user and not a notification. */
const WRITTEN_BY_PEOPLE: readonly string[] = ['broadcast', 'feedback_answered'] satisfies MailName[];

/** The languages in which mails are written. */
export const MAIL_LOCALES: readonly Locale[] = Object.keys(LOCALES)
  .filter(isLocale)
  .filter((locale) => locale === DEFAULT_LOCALE || locale in LANGUAGES);

/** The names of all mails. */
export const MAIL_NAMES: readonly string[] = Object.keys(englishMails);

const isMailName = (name: string): name is MailName => Object.hasOwn(englishMails, name);

/** The mail of an external name, in a language; in English if that language lacks it. Undefined for an unknown name. */
export function mailIn(locale: Locale, name: string): Mail | undefined {
  if (!isMailName(name)) return undefined;
  const language = LANGUAGES[locale];
  const template = language?.templates[name];
  if (!language || !template)
    return { locale: DEFAULT_LOCALE, template: englishMails[name], words: ENGLISH_MAIL_WORDS, translate: asItCame };
  // Mails about one kind of notification have its name, so that titles cannot be matched to another kind.
  const translate = WRITTEN_BY_PEOPLE.includes(name)
    ? asItCame
    : (message: string) => language.translate(message, name, changeInFormat(locale));
  return { locale, template, words: language.words, translate };
}

/** The English template of an external name; undefined if there is none. */
export function mailTemplate(name: string): MailTemplate | undefined {
  return mailIn(DEFAULT_LOCALE, name)?.template;
}

/** Mails that carry a secret: their reader can take over the account. They cannot be switched off. */
export const carriesSecret = (name: string) => ['verify_email', 'reset_password', 'confirm_email'].includes(name);

/**
 * The versions of a mail that a receiver gets, in reading order. Mails with a secret are repeated in English, so that
 * everybody who can open the mailbox understands them.
 */
export function mailsFor(locale: Locale, name: string): Mail[] {
  const mail = mailIn(locale, name);
  const english = mailIn(DEFAULT_LOCALE, name);
  if (!mail || !english) return [];
  return carriesSecret(name) && mail.locale !== DEFAULT_LOCALE ? [english, mail] : [mail];
}
