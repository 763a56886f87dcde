import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

const sources = pageSources();
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).toSorted();

/** The one place that makes client ids. */
const MAKER = 'shared/form/send-once.ts';
/** What a bulk action is given: the dialog that asks for its reason sends its parts with one client id. */
const BULK_INPUT = 'shared/backend/in-parts.ts';
/** The outbox keeps a message, which never changes, together with its client id. */
const OUTBOX = new Set(filesWith(/clientId/).filter((file) => file.startsWith('features/messages/')));

/** The operations that send a client id, each with the hook that runs it. */
const doors = sources
  .filter(({ file, text }) => /^features\/.*\.ts$/.test(file) && /client_id: clientId|clientId: ClientId/.test(text))
  .map(({ file, text }) => ({ file, text, hook: /export (?:function|const) (use\w+)/.exec(text)?.[1] ?? '' }));

test('every operation that takes a client id takes one that only the mechanism makes', () => {
  expect(doors.length).toBeGreaterThanOrEqual(9);
  for (const { file, text } of doors) expect(text, file).toMatch(/\bClientId\b|\bUnsentMessage\b|\bBulkInput\b/);
  expect(filesWith(/brand<'ClientId'>/)).toEqual([MAKER]);
  expect(filesWith(/\bnewClientId\(/)).toEqual(['features/messages/send/use-unsent-messages.ts', MAKER]);
  expect(filesWith(/\bas (unknown as )?ClientId\b/)).toEqual([]);
});

test('every form that runs such an operation sends each content once', () => {
  for (const { hook, file } of doors) {
    const callers = sources.filter((each) => each.file !== file && new RegExp(`\\b${hook}\\(`).test(each.text));
    expect(callers.length, `callers of ${hook}`).toBeGreaterThan(0);
    for (const caller of callers.filter((each) => !OUTBOX.has(each.file))) {
      expect(caller.text, caller.file).toMatch(/\bsendOnce\(|<BulkReasonDialog\b/);
    }
  }
});

test('no form keeps a client id among its values, since its draft would carry it into another tab', () => {
  const known = new Set([MAKER, BULK_INPUT, ...OUTBOX, ...doors.map(({ file }) => file)]);
  for (const { file, text } of sources.filter((each) => !known.has(each.file))) {
    const rest = text.replaceAll(/\(clientId\) =>\s*\w+(\.\w+)?\(\{[^}]*\}\)/g, '');
    expect(rest, file).not.toMatch(/clientId|client_id/);
  }
});
