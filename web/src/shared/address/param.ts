/** One query parameter. Missing or invalid values count as unset, and unset values are not written. */
export type Param<Value> = {
  /** Parses all values of the parameter, usually one or none. */
  read: (...texts: string[]) => Value;
  write(value: Value): readonly string[];
};

/** Longer than any text that people type. */
const TEXT_MAX = 200;
const PAGE_MAX = 1_000_000;

const written = (text: string) => (text === '' ? [] : [text]);

/** A text, verbatim; '' is unset. */
export const text: Param<string> = { read: (value = '') => value.slice(0, TEXT_MAX), write: written };

/** A search text, trimmed. */
export const search = (max = TEXT_MAX): Param<string> => ({
  read: (value = '') => value.trim().slice(0, max),
  write: written,
});

/** One of several texts or numbers; `unset` is the default, which is not written. */
export const oneOf = <const Value extends string | number>(values: readonly Value[], unset: Value): Param<Value> => ({
  read: (value) => values.find((each) => String(each) === value) ?? unset,
  write: (value) => (value === unset ? [] : [String(value)]),
});

/** One of several texts, or ''. */
export const optional = <const Value extends string>(values: readonly Value[]): Param<Value | ''> =>
  oneOf<Value | ''>(values, '');

/** An integer, or null; the bounds are safe integers. */
export const whole = ({ min, max }: { min: number; max: number }): Param<number | null> => ({
  read: (value = '') => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : null;
  },
  write: (value) => (value === null ? [] : [String(value)]),
});

/** The id of an opened item, or null. */
export const id: Param<number | null> = /* @__PURE__ */ whole({ min: 1, max: Number.MAX_SAFE_INTEGER });

const anyPage = whole({ min: 1, max: PAGE_MAX });
/** The page of a list, starting at 1. */
export const page: Param<number> = {
  read: (...texts) => anyPage.read(...texts) ?? 1,
  write: (value) => (value === 1 ? [] : [String(value)]),
};

/** A switch: `1` or absent. */
export const flag: Param<boolean> = { read: (value) => value === '1', write: (isOn) => (isOn ? ['1'] : []) };

/** Several texts, deduplicated and sorted, so that equal choices have equal URLs. */
export const list: Param<string[]> = {
  read: (...values) => [...new Set(values.filter((value) => value !== ''))].sort(),
  write: (values) => list.read(...values),
};

/** Several codes, in upper or lower case, as a list. */
export const codes: Param<string[]> = {
  read: (...values) => list.read(...values.map((value) => value.toLowerCase())),
  write: list.write,
};
