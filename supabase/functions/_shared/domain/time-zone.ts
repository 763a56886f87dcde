const WALL: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
};

/** Whether a time zone is known here, such as "Europe/Rome". */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The offset of a zone from UTC at a time; both in milliseconds. */
function offsetAt(time: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { ...WALL, timeZone: zone }).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(time / 1_000) * 1_000;
}

/** The instant of a local time in a zone, such as "2026-12-03T09:00". A time skipped by a clock change uses the offset before it. */
export function instantIn(zone: string, local: string): string {
  const wall = Date.parse(`${local}Z`);
  const byOffsetBefore = wall - offsetAt(wall - 86_400_000, zone);
  const byOffsetThen = wall - offsetAt(byOffsetBefore, zone);
  const isSkipped = byOffsetThen + offsetAt(byOffsetThen, zone) !== wall;
  return new Date(isSkipped ? byOffsetBefore : byOffsetThen).toISOString();
}

/** The local time in a zone at an instant, in the format of `<input type="datetime-local">`: "2026-12-03T09:00". */
export function localIn(zone: string, instant: string): string {
  const time = Date.parse(instant);
  return new Date(time + offsetAt(time, zone)).toISOString().slice(0, 16);
}
