import { ENGLISH } from '@/shared/i18n/english.ts';

/** English dates, for what does not follow the language yet. */
export const { age, day, calendarDay, timeOfDay, dayAndTime, dateAndTime, dateAndTimeWithZone } = ENGLISH;
