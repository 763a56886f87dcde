/** Limits that page, functions or SQL share. Those of a requirement or of a fact of a quote stand with its schema. Sizes in bytes, times in milliseconds, lengths in characters. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEGABYTE = 1024 * 1024;

// Lists
export const POSTS_PER_PAGE = 10;
/** GET /api/posts answers at most this many rows. */
export const POSTS_LIST_MAX = 1_000;

export const NOTIFICATIONS_MAX = 100;

// Accounts
export const USERNAME_MIN = 3;
/** In `/api`; the form is stricter: docs/decisions.md#two-sets-of-registration-rules. */
export const USERNAME_MAX = 50;
/** In the register form. */
export const USERNAME_FORM_MAX = 20;
/** In `/api`. */
export const PASSWORD_MIN = 6;
/** In the forms. */
export const PASSWORD_FORM_MIN = 8;
/** bcrypt hashes only the first 72 bytes. */
export const PASSWORD_MAX = 72;
export const EMAIL_MAX = 254;
export const FIRST_NAME_MAX = 50;
export const LAST_NAME_MAX = 50;
export const PHONE_NUMBER_MIN = 6;
export const PHONE_NUMBER_MAX = 20;
export const ADDRESS_MAX = 200;
export const COMPANY_NAME_MAX = 100;
export const BIO_MAX = 500;

// Posts
export const TITLE_MAX = 200;
export const TITLE_INPUT_MAX = 100;
export const DESCRIPTION_MAX = 5_000;
export const DELIVERY_ADDRESS_MAX = 100;
export const COUNTRY_MAX = 60;
export const AREA_MAX = 30;
export const PORT_MAX = 50;
export const SEARCH_MAX = 200;
export const HIDE_REASON_MAX = 500;
/** Users or posts in one call of a bulk action; the page sends a larger selection in parts. */
export const BULK_MAX = 50;
/** Length of the note to the owner of a post that is unhidden. */
export const HIDE_NOTE_MAX = 300;
export const SLUG_MAX = 100;

// Questions on a post
export const QUESTION_MIN = 3;
export const QUESTION_MAX = 500;
export const ANSWER_MAX = 1_000;
/** An answer may be corrected for this long. */
export const ANSWER_CHANGE_MS = 15 * MINUTE;

// Images
export const IMAGES_MAX = 5;
export const IMAGE_SIZE_MAX = 5 * MEGABYTE;
/** Browsers need four bytes of memory per pixel, however small the file is. */
export const IMAGE_PIXELS_MAX = 40_000_000;
/** Lists show many of these at once. */
export const AVATAR_PIXELS_MAX = 4_000_000;
export const THUMBNAIL_PIXELS_MAX = 1_000_000;
/** Lists load many thumbnails, also over slow connections. */
export const THUMBNAIL_SIZE_MAX = 15_000;
/** One stored path or URL of an image. */
export const IMAGE_PATH_MAX = 500;

// Quotes
export const ORGANIZATION_MAX = 100;
export const TAX_CODE_MAX = 20;
export const ATTACHMENTS_MAX = 5;
export const ATTACHMENT_SIZE_MAX = 3 * MEGABYTE;
export const ATTACHMENT_NAME_MAX = 255;
export const QUOTE_WAIT_DAYS = 5;
/** Own words of a decline or a withdrawal. */
export const QUOTE_REASON_MAX = 300;
export const CANCEL_REASON_MAX = 500;
export const QUOTE_REVISIONS_MAX = 3;
/** A change within this time counts as a correction, as long as the owner has not decided anything. */
export const QUOTE_CORRECTION_MS = 15 * MINUTE;
/** How many days a quote is valid unless its supplier says otherwise, counted from today. */
export const QUOTE_VALID_DAYS = 30;
export const QUOTE_VALID_DAYS_MAX = 365;

// Messages
export const MESSAGE_MAX = 2_000;
/** A message may be edited and deleted for this long after it was sent. */
export const MESSAGE_CHANGE_MS = 15 * MINUTE;
/** How many messages a conversation shows at first, and how many more each time. */
export const MESSAGES_PER_PAGE = 50;

// Reviews
export const RATING_MIN = 1;
export const RATING_MAX = 5;
export const REVIEW_COMMENT_MAX = 1_000;
export const REVIEW_REPLY_MAX = 500;

// News
export const NEWS_TITLE_MAX = 200;
export const NEWS_SUMMARY_MAX = 300;
export const NEWS_BODY_MAX = 20_000;
export const NEWS_LOCATION_MAX = 100;
export const NEWS_URL_MAX = 500;

// Feedback
export const FEEDBACK_SUBJECT_MIN = 3;
export const FEEDBACK_SUBJECT_MAX = 100;
export const FEEDBACK_MESSAGE_MIN = 10;
export const FEEDBACK_MESSAGE_MAX = 2_000;
export const FEEDBACK_IMAGES_MAX = 3;
export const USER_AGENT_MAX = 500;

// Guest visits
export const SESSION_ID_MAX = 64;
export const PAGE_PATH_MAX = 500;
export const REFERRER_MAX = 500;
export const REFERRER_NONE = 'direct';

/** The range that the database stores for one unit of a currency in US dollars. */
export const EXCHANGE_RATE_MIN = 0.000_000_001;
export const EXCHANGE_RATE_MAX = 1_000_000;
/** Days for which an exchange rate decides what is cheaper; older ones are only shown. */
export const EXCHANGE_RATE_DAYS_MAX = 7;
