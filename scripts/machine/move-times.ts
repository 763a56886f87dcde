const DAY_MS = 86_400_000;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** A calendar day as a whole value, not a part of an address or a sentence; that of the terms names a version. */
const DAY = /(?<!version": ?)"\d{4}-\d\d-\d\d"/g;

/** Shifts all times in a text, and its calendar days by the same span in whole days. */
export function moveTimes(text: string, milliseconds: number) {
  const days = Math.round(milliseconds / DAY_MS) * DAY_MS;
  return text
    .replace(TIME, (time) => new Date(Date.parse(time) + milliseconds).toISOString())
    .replace(DAY, (day) => `"${new Date(Date.parse(day.slice(1, -1)) + days).toISOString().slice(0, 10)}"`);
}
