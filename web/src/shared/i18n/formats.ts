import { countryName, isCountryCode } from '@domain/countries.ts';
import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';

const DAY = 86_400_000;
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const DATE: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const MOMENT: Intl.DateTimeFormatOptions = { ...DATE, year: 'numeric', ...TIME };

export type DateFormat =
  | 'age'
  | 'day'
  | 'calendarDay'
  | 'dueDay'
  | 'timeOfDay'
  | 'dayAndTime'
  | 'dateAndTime'
  | 'dateAndTimeWithZone';

/** Within this time ahead a day of a name is the next one: "Apr 29" cannot be another. */
const NEAR_MS = 300 * DAY;

/** Formats of dates, numbers and names in one language. Instants are ISO strings. */
export type Formats = Record<DateFormat, (iso: string, now?: number) => string> & {
  /** An instant with custom options. */
  date: (moment: string | Date, options: Intl.DateTimeFormatOptions) => string;
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** Collation of two texts. */
  compare: (a: string, b: string) => number;
  /** The name of a country code; free text is returned unchanged. */
  country: (code: string) => string;
};

/** Memoizes formatters by their options: creating one takes as long as a hundred uses. */
function kept<Options extends object, Formatter>(make: (options?: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (options?: Options): Formatter => {
    const key = JSON.stringify(options ?? {});
    const formatter = made.get(key) ?? make(options);
    made.set(key, formatter);
    return formatter;
  };
}

/** The formats of a language. `justNow` is its text for the last minute. */
export function formatsOf(locale: Locale, justNow: string): Formats {
  const isEnglish = locale === DEFAULT_LOCALE;
  const tag = isEnglish ? 'en-US' : locale;
  const dates = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
    (options) => new Intl.DateTimeFormat(tag, options),
  );
  const numbers = kept<Intl.NumberFormatOptions, Intl.NumberFormat>((options) => new Intl.NumberFormat(tag, options));
  const ages = kept(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const collators = kept(() => new Intl.Collator(tag));
  const regions = kept(() => new Intl.DisplayNames(tag, { type: 'region' }));
  const date: Formats['date'] = (moment, options) => {
    const shown = new Date(moment);
    // An invalid date is shown as it is instead of throwing.
    if (Number.isNaN(shown.getTime())) return String(shown);
    const { hour, minute, timeZoneName, ...ofDay } = options;
    if (isEnglish || !hour || !ofDay.day) return dates(options).format(shown);
    // Vietnamese sets the time before the day, so that "GMT+7 14 thg 12" reads as a zone of 14 hours.
    const ofTime = { hour, minute, timeZoneName, timeZone: options.timeZone };
    return `${dates(ofDay).format(shown)}, ${dates(ofTime).format(shown)}`;
  };
  const day: Formats['day'] = (iso, now = Date.now()) => {
    const isThisYear = new Date(iso).getFullYear() === new Date(now).getFullYear();
    return date(iso, { ...DATE, year: isThisYear ? undefined : 'numeric' });
  };
  return {
    date,
    /** The age in the largest whole unit: "3 days ago", "yesterday", "just now". */
    age(iso, now = Date.now()) {
      const passed = Math.max(0, now - Date.parse(iso));
      const unit = units.find(([, length]) => passed >= length);
      if (!unit) return justNow;
      return ages().format(-Math.floor(passed / unit[1]), unit[0]);
    },
    /** The day: "Nov 18", with the year if it is not the current one. */
    day,
    /**
     * A calendar day such as "2026-12-15" as "Dec 15", with the year if it is not the current one; independent of time
     * zones.
     */
    calendarDay: (iso, now) => day(`${iso}T00:00`, now),
    /** A calendar day by which something is due: with its year only if it is neither in this year nor the next of its name. */
    dueDay(iso, now = Date.now()) {
      const due = Date.parse(`${iso}T00:00`);
      return day(`${iso}T00:00`, due > now && due < now + NEAR_MS ? due : now);
    },
    /** The time of day: "02:07 PM". */
    timeOfDay: (iso) => date(iso, TIME),
    /** "Mar 5, 02:07 PM". */
    dayAndTime: (iso) => date(iso, { ...DATE, ...TIME }),
    /** With the year, for lists that span years: "Mar 5, 2026, 02:07 PM". */
    dateAndTime: (iso) => date(iso, MOMENT),
    /** With the reader's time zone: "Mar 5, 2026, 02:07 PM GMT+7". */
    dateAndTimeWithZone: (iso) => date(iso, { ...MOMENT, timeZoneName: 'short' }),
    // Small integers look the same in every language, and creating the first formatter is slow.
    number: (value, options) =>
      options === undefined && Number.isInteger(value) && value >= 0 && value < 1_000
        ? String(value)
        : numbers(options).format(value),
    compare: (a, b) => collators().compare(a, b),
    country: (code) =>
      isEnglish || !isCountryCode(code) ? countryName(code) : (regions().of(code.toUpperCase()) ?? countryName(code)),
  };
}
