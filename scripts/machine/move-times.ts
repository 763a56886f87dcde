const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** Shifts all times in a text. */
export function moveTimes(text: string, milliseconds: number) {
  return text.replace(TIME, (time) => new Date(Date.parse(time) + milliseconds).toISOString());
}
