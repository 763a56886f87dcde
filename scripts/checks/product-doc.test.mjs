import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as sharedLimits from '../../supabase/functions/_shared/domain/limits.ts';
import { MAIL_NAMES, mailTemplate } from '../../supabase/functions/_shared/domain/mail-templates.ts';
import * as quote from '../../supabase/functions/_shared/domain/quote.ts';
import * as requirements from '../../supabase/functions/_shared/domain/requirements-schema.ts';

/** @param {string} path */
const url = (path) => new URL(`../../${path}`, import.meta.url);
/** @param {string} path */
const read = (path) => readFileSync(url(path), 'utf8');
const document = read('docs/product.md');

/** @type {Readonly<Record<string, unknown>>} */
const limits = { ...sharedLimits, ...quote, ...requirements };

/**
 * The rows of the table below a heading, each as its cells.
 * @param {string} heading
 */
function tableBelow(heading) {
  const section = document.split(/^## /m).find((text) => text.startsWith(heading));
  const lines = section?.split('\n').filter((line) => line.startsWith('|')) ?? [];
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** @param {string} cell */
const ticked = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/**
 * What a cell such as "5, 3 MB" or "20,000" says, in pieces or bytes.
 * @param {string} cell
 */
const numbers = (cell) =>
  cell
    .split(/,\s+/)
    .map((text) => Number(text.replace(' MB', '').replaceAll(',', '')) * (text.endsWith('MB') ? 2 ** 20 : 1));

test('the limits of fields are those of the code', () => {
  const rows = tableBelow('Limits of fields');
  expect(rows.length).toBeGreaterThan(20);
  for (const [what, values = '', names = ''] of rows) {
    expect({ what, values: numbers(values) }).toEqual({ what, values: ticked(names).map((name) => limits[name]) });
  }
});

test('the limits of use are those that the database starts with', () => {
  const stored = [
    ...read('supabase/schemas/10-foundation.sql').matchAll(
      /'(\w+)',\s+jsonb_build_object\('max', (\d+),\s+'seconds', (\d+)\)/g,
    ),
  ];
  const known = new Map(stored.map(([, name, max, seconds]) => [name, [Number(max), Number(seconds)]]));
  const rows = tableBelow('Limits of use').map(([name = '', max, seconds]) => [
    ticked(name).join(),
    [Number(max), Number(seconds)],
  ]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(known));
});

test('the table of jobs is the schedule', () => {
  const rows = tableBelow('Jobs: what runs when').map(([schedule = '', job = '']) =>
    [...ticked(schedule), ...ticked(job)].join(' '),
  );
  const jobs = [...read('supabase/schemas/91-jobs.sql').matchAll(/^ {4}\('([\w/-]+)', '([^']+)'\)/gm)];
  expect(rows.sort()).toEqual(jobs.map(([, path, schedule]) => `${schedule} ${path}`).sort());
});

test('the table of mails has each with its label', () => {
  const rows = tableBelow('Mails').map(([name = '', label]) => [...ticked(name), label].join(' '));
  expect(rows.sort()).toEqual(MAIL_NAMES.map((name) => `${name} ${mailTemplate(name)?.label}`).sort());
});

/** All code as one text in which a sentence reads as it is shown, however it is written down. */
function shownTexts() {
  const files = ['web/src', 'supabase/functions', 'supabase/schemas'].flatMap((folder) =>
    readdirSync(url(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|sql)$/.test(entry.name) && !/\.test\./.test(entry.name))
      .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8')),
  );
  return files
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '')
    .replace(/\{' '\}/g, ' ')
    .replace(/\\u00a0/g, ' ')
    .replace(/\\?'+/g, "'")
    .replace(/&gt;/g, '>')
    .replace(/\s+/g, ' ');
}

test('every text in quotation marks is in the code', () => {
  const texts = shownTexts();
  const prose = document.replace(/```[\s\S]*?```|`[^`]*`/g, '');
  const quoted = [...prose.matchAll(/“([^”]+)”|"([^"]+)"/g)].map(([, curly, straight = '']) => curly ?? straight);
  expect(quoted.length).toBeGreaterThan(200);
  const missing = quoted.filter((text) =>
    text.split(/\{+[^}]*\}+/).some((part) => part.trim() !== '' && !texts.includes(part.trim())),
  );
  expect(missing).toEqual([]);
});
