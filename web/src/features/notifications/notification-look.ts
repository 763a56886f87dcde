import {
  IconAlarm,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClockOff,
  IconEdit,
  IconEye,
  IconEyeOff,
  IconFileDollar,
  IconFilePencil,
  IconFileX,
  IconHelp,
  IconHourglassEmpty,
  IconLock,
  IconLockOpen,
  IconMailOpened,
  IconMessage2,
  IconMessageReply,
  IconPhotoOff,
  IconSearch,
  IconShieldLock,
  IconSpeakerphone,
  IconStarFilled,
  IconThumbUp,
} from '@tabler/icons-react';
import { parseNotificationData } from './notification-route.ts';

type NotificationLook = {
  icon: typeof IconLock;
  color: string;
  /** Finds the user in the stored English text, as its first or last group; missing if the text names nobody who acted. */
  user?: RegExp;
};

const FIRST_WORD = /^(\S+)/;
/** The other text of this type tells the supplier of a quote that they sent themselves. */
const NEW_QUOTE_FROM = /^You have a new quote [^]*\s(\S+)$/;

/** Icon, colour and place of the user's name for each `data.type`. */
export const NOTIFICATION_LOOKS: Readonly<Record<string, NotificationLook>> = {
  quote: { icon: IconFileDollar, color: 'brand', user: NEW_QUOTE_FROM },
  message: { icon: IconMessage2, color: 'blue', user: /^New message from (\S+)/ },
  review: { icon: IconStarFilled, color: 'yellow', user: FIRST_WORD },
  quote_shortlisted: { icon: IconThumbUp, color: 'brand' },
  quote_accepted: { icon: IconCircleCheck, color: 'teal' },
  quote_declined: { icon: IconCircleX, color: 'red' },
  quote_reopened: { icon: IconArrowBackUp, color: 'teal' },
  quote_withdrawn: { icon: IconFileX, color: 'gray', user: FIRST_WORD },
  quote_revised: { icon: IconFilePencil, color: 'brand', user: FIRST_WORD },
  deal_cancelled: { icon: IconBan, color: 'red', user: FIRST_WORD },
  post_closed: { icon: IconLock, color: 'gray' },
  deadline_passed: { icon: IconClockOff, color: 'orange' },
  question_asked: { icon: IconHelp, color: 'green', user: FIRST_WORD },
  question_answered: { icon: IconMessageReply, color: 'green' },
  request_watched: { icon: IconEye, color: 'brand' },
  deadline_near: { icon: IconAlarm, color: 'orange' },
  saved_search: { icon: IconSearch, color: 'brand' },
  request_unquoted: { icon: IconHourglassEmpty, color: 'orange' },
  post_changed: { icon: IconEdit, color: 'orange' },
  post: { icon: IconEyeOff, color: 'orange' },
  picture: { icon: IconPhotoOff, color: 'red' },
  second_factor_reset: { icon: IconShieldLock, color: 'orange' },
  feedback: { icon: IconMailOpened, color: 'teal' },
  broadcast: { icon: IconSpeakerphone, color: 'gray' },
};

const OTHER: NotificationLook = { icon: IconSpeakerphone, color: 'gray' };
/** Of the end of a closing, which shares the type of the closing: the user chose to hear of both. */
const OPENED: NotificationLook = { icon: IconLockOpen, color: 'teal' };

/** Icon and colour of a notification, and the name of the user who acted; null if its text names none. */
export function notificationLook({ message, data }: { message: string; data: unknown }) {
  const { type = '', topic } = parseNotificationData(data) ?? {};
  const ofType = Object.hasOwn(NOTIFICATION_LOOKS, type) ? (NOTIFICATION_LOOKS[type] ?? OTHER) : OTHER;
  const { icon, color, user } = topic === 'taken_back' ? OPENED : ofType;
  return { icon, color, username: (user && user.exec(message)?.[1]) ?? null };
}
