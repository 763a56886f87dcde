import classes from './quotes.module.css';

/** The amount and the day of its rate; blank until the rate is there. */
const AWAITED = ['\u00a0', '\u00a0\u00a0'];

/** A converted amount below the one that the supplier wrote. Awaited, it has its place already. */
export function ConvertedLines({ lines, isAwaited }: { lines: readonly string[]; isAwaited: boolean }) {
  return (isAwaited ? AWAITED : lines).map((line) => (
    <div key={line} className={classes.converted}>
      {line}
    </div>
  ));
}
