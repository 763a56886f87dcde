/** One parameter of an address. A value that is missing or makes no sense counts as not set, and values that are not set are not written. */
export type Param<Value> = {
  /** The value of the texts that stand in an address under its name, mostly one or none. */
  read: (...texts: string[]) => Value;
  write(value: Value): readonly string[];
};

/** Longer than anything that somebody types. */
const TEXT_MAX = 200;
const PAGE_MAX = 1_000_000;

const written = (text: string) => (text === '' ? [] : [text]);

/** A text as it stands there; '' is not set. */
export const text: Param<string> = { read: (value = '') => value.slice(0, TEXT_MAX), write: written };

/** A text to search for, without blanks at its ends. */
export const search = (max = TEXT_MAX): Param<string> => ({
  read: (value = '') => value.trim().slice(0, max),
  write: written,
});

/** One of some texts or numbers; `unset` is the one that is not written. */
export const oneOf = <const Value extends string | number>(values: readonly Value[], unset: Value): Param<Value> => ({
  read: (value) => values.find((each) => String(each) === value) ?? unset,
  write: (value) => (value === unset ? [] : [String(value)]),
});

/** One of some texts, or '' for none of them. */
export const optional = <const Value extends string>(values: readonly Value[]): Param<Value | ''> =>
  oneOf<Value | ''>(values, '');

/** A whole number, or null for none. */
export const whole = ({ min, max }: { min: number; max: number }): Param<number | null> => ({
  read: (value = '') => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return Number.isSafeInteger(number) && number >= min && number <= max ? number : null;
  },
  write: (value) => (value === null ? [] : [String(value)]),
});

/** The id of something that is open, or null. */
export const id: Param<number | null> = whole({ min: 1, max: Number.MAX_SAFE_INTEGER });

const anyPage = whole({ min: 1, max: PAGE_MAX });
/** The page of a list, counted from 1. */
export const page: Param<number> = {
  read: (value) => anyPage.read(value ?? '') ?? 1,
  write: (value) => (value === 1 ? [] : [String(value)]),
};

/** Something that is on (`1`) or off. */
export const flag: Param<boolean> = { read: (value) => value === '1', write: (isOn) => (isOn ? ['1'] : []) };

/** Several texts, each once and sorted, so that equal choices make equal addresses. */
export const list: Param<string[]> = {
  read: (...values) => [...new Set(values.filter((value) => value !== ''))].sort(),
  write: (values) => list.read(...values),
};
