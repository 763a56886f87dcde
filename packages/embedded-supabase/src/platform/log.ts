import { pino, stdTimeFunctions } from 'pino';
import { z } from 'zod';

/** Short values of an event. Nothing personal but ids. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log of a server: one line an event. */
export interface Log {
  /** Something that happened as it should. */
  info: (message: string, facts?: Facts) => void;
  /** The same, for the level "debug" only. */
  debug: (message: string, facts?: Facts) => void;
  /** A fault, with its stack below the message. The same one is written at most once in ten seconds, with a count. */
  fault: (text: string, facts?: Facts) => void;
  /** Writes the repetitions that are still counted. */
  end: () => void;
}

/** The levels that an operator can choose. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogTarget {
  write: (text: string) => unknown;
  isTTY?: boolean | undefined;
}

const QUIET_MS = 10_000;

/**
 * What the texts of libraries and databases quote of people's data, and what stays of it. Every search that can begin at
 * each sign of a text has an end, or a long text without the sign that it looks for would hold up the server for minutes.
 */
const QUOTED: readonly (readonly [quoted: RegExp, left: string])[] = [
  // The query of an address, which holds filters and search words.
  [/(\bhttps?:\/\/[^\s?'"`]{0,1000})\?[^\s'"`)]*/g, '$1?…'],
  // Rows and keys in the details of Postgres: to the end of a printed string, otherwise all.
  [/(Failing row contains |Key \([^)]{0,1000}\)=)(?:[\s\S]*?(?=["'`],?(?:\n|$))|[\s\S]*)/g, '$1…'],
  [/((?:syntax|value) for [^:\n]{0,200}: |literal: |\bvalue )"[^"]*"/g, '$1…'],
  // A path such as `node_modules/@scope` is not an email address.
  [/[^\s/@"'`<>()[\],;:=]{1,64}(?:@|%40)[^\s/@"'`<>()[\],;:=]{1,255}\.\p{L}{2,}/giu, '<address>'],
];
const withoutQuoted = (text: string) => QUOTED.reduce((rest, [quoted, left]) => rest.replace(quoted, left), text);

/** Faults that differ only in ids and numbers are the same. */
const kindOf = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#');

const lineSchema = z
  .object({ time: z.string(), level: z.string(), message: z.string(), stack: z.string().optional() })
  .catchall(z.unknown());

/** A line of the log for people. */
function readable(json: string): string {
  const { time, level, message, stack, ...facts } = lineSchema.parse(JSON.parse(json));
  const values = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`);
  const line = [time.slice(11, 23), level.padEnd(5), message, ...values].join(' ');
  return stack === undefined ? `${line}\n` : `${line}\n${stack}\n`;
}

/** A log on a stream: readable lines for a terminal, else JSON. */
export function createLog(stream: LogTarget, level: LogLevel): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => void stream.write(stream.isTTY === true ? readable(line) : line) },
  );
  const faults = new Map<string, { count: number; tell: (more: Facts) => void; timer: NodeJS.Timeout }>();
  /** Tells the repetitions since the last line of a fault, and forgets one without any. */
  const settle = (kind: string) => {
    const fault = faults.get(kind);
    if (!fault) return;
    if (fault.count > 0) fault.tell({ repeated: fault.count });
    else {
      clearInterval(fault.timer);
      faults.delete(kind);
    }
    fault.count = 0;
  };
  return {
    info: (message, facts = {}) => logger.info(facts, message),
    debug: (message, facts = {}) => logger.debug(facts, message),
    fault: (text, facts = {}) => {
      const kept = withoutQuoted(text);
      const kind = `${kindOf(kept)} ${String(facts.status)}`;
      const known = faults.get(kind);
      if (known) {
        known.count += 1;
        return;
      }
      const [message = '', ...stack] = kept.split('\n');
      const tell = (more: Facts) => logger.warn({ ...facts, ...more }, message);
      tell(stack.length > 0 ? { stack: stack.join('\n') } : {});
      faults.set(kind, { count: 0, tell, timer: setInterval(() => settle(kind), QUIET_MS).unref() });
    },
    end: () => {
      for (const [kind, { timer }] of faults) {
        clearInterval(timer);
        settle(kind);
      }
      faults.clear();
    },
  };
}
