import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { suites } from './suites.mjs';

/** @param {string} path */
const url = (path) => new URL(`../../${path}`, import.meta.url);
const document = readFileSync(url('ARCHITECTURE.md'), 'utf8');
const chapters = readdirSync(url('supabase/migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({
    chapter: name.replace(/^\d+_|\.sql$/g, ''),
    text: readFileSync(url(`supabase/migrations/${name}`), 'utf8'),
  }));
const migrations = chapters.map(({ text }) => text).join('\n');

/** @param {string} heading */
const section = (heading) => document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';

const tables = [...migrations.matchAll(/^create table (public|private)\.(\w+) \(([\s\S]*?)^\)/gm)].map(
  ([, schema, name = '', body = '']) => ({ schema, name, body }),
);
const diagram = [...section('Tables').matchAll(/^\s+(\w+) \S+--\S+ (\w+) :/gm)].map(([, from, to]) => `${from} ${to}`);

test('every table is in the chapter on tables', () => {
  expect(tables.length).toBeGreaterThan(35);
  const text = section('Tables');
  expect(tables.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('the diagram of the tables has each relation between tables that it shows', () => {
  const added = [...migrations.matchAll(/^alter table \w+\.(\w+)[^;]*?references \w+\.(\w+)/gm)];
  const relations = [
    ...tables.flatMap(({ name, body }) =>
      [...body.matchAll(/references public\.(\w+)/g)].map(([, to]) => `${to} ${name}`),
    ),
    ...added.map(([, from, to]) => `${to} ${from}`),
  ];
  const shown = new Set(diagram.flatMap((pair) => pair.split(' ')));
  const expected = new Set(relations.filter((pair) => pair.split(' ').every((name) => shown.has(name))));
  expect([...expected].filter((pair) => !diagram.includes(pair))).toEqual(['profiles broadcasts']);
  expect(diagram.filter((pair) => !expected.has(pair))).toEqual(['auth_users profiles']);
});

const TRIGGER =
  /^create trigger (\w+) (before|after) ([^;]*?) on (?:\w+)\.(\w+)\s[^;]*?for each (row|statement)[^;]*?execute/gm;
const renamed = new Map(
  [...migrations.matchAll(/^alter trigger (\w+) on \w+\.(\w+) rename to (\w+);/gm)].map(
    ([, from = '', table = '', to = '']) => [`${table} ${from}`, to],
  ),
);
const triggers = chapters.flatMap(({ chapter, text }) =>
  [...text.matchAll(TRIGGER)].map(([, name = '', time = '', events = '', table = '', level = '']) => ({
    name: renamed.get(`${table} ${name}`) ?? name,
    time,
    events,
    table,
    level,
    chapter,
  })),
);

/** @param {string} events @param {string} event @param {string[]} columns */
function hears(events, event, columns) {
  const watched = new RegExp(`\\b${event}\\b(?: of ([\\w, \\n]+?)(?= or |$))?`).exec(events);
  if (!watched) return false;
  const names = watched[1]?.split(/[,\s]+/);
  return names === undefined || columns.some((column) => names.includes(column));
}

/**
 * The triggers of a statement in the order in which Postgres fires them.
 * @param {{ table: string; event: string; columns?: string[] }} statement
 */
function fired({ table, event, columns = [] }) {
  const order = ['before statement', 'before row', 'after row', 'after statement'];
  return triggers
    .filter((trigger) => trigger.table === table && hears(trigger.events, event, columns))
    .map(({ name, time, level, chapter }) => ({ name, chapter, stage: order.indexOf(`${time} ${level}`) }))
    .sort((a, b) => a.stage - b.stage || (a.name < b.name ? -1 : 1))
    .map(({ name, chapter }) => ({ name, chapter }));
}

/** @type {{ what: string; table: string; event: string; columns?: string[] }[]} */
const statements = [
  {
    what: 'A hide',
    table: 'posts',
    event: 'update',
    columns: ['is_hidden', 'hidden_by', 'hidden_reason', 'hidden_at'],
  },
  { what: 'A quote', table: 'quotes', event: 'insert' },
  { what: 'A decision', table: 'quotes', event: 'update', columns: ['status', 'status_reason', 'changed_at'] },
  { what: 'A message', table: 'messages', event: 'insert' },
  { what: 'A notification', table: 'notifications', event: 'insert' },
];

test.for(statements)('$what: what hangs on it is told whole and in order', ({ what, ...statement }) => {
  const parts = section('What hangs on it').split(/^(?=\*\*A |### )/m);
  const part = parts.find((text) => text.startsWith(`**${what}`) || text.startsWith(`### ${what}`)) ?? '';
  const known = new Set(triggers.map(({ name }) => name));
  const told = [...part.matchAll(/^\| [\w ]+ +\| `(\w+)` +\| (\w+) /gm)].filter(([, name = '']) => known.has(name));
  const expected = fired(statement);
  expect(expected.length).toBeGreaterThan(1);
  expect(told.map(([, name, chapter]) => ({ name, chapter }))).toEqual(expected);
});

test('all triggers of the chapters are read', () => {
  expect(triggers.length).toBe([...migrations.matchAll(/^create trigger/gm)].length);
});

test('every trigger of posts, quotes, messages and notifications is told', () => {
  const text = section('What hangs on it');
  const names = triggers
    .filter(({ table }) => ['posts', 'quotes', 'messages', 'notifications'].includes(table))
    .map(({ name }) => name);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

/** @type {Record<string, string>} */
const aliases = {
  '@': 'web/src',
  '@domain': 'supabase/functions/_shared/domain',
  '@rows': 'supabase/functions/_shared/rows',
};

/**
 * The files that a file imports.
 * @param {string} file
 */
function importsOf(file) {
  const source = readFileSync(url(file), 'utf8');
  return [...source.matchAll(/(?:from|import\()\s*'(@\w*|\.\.?)(\/[^']+)'/g)].map(([, start = '', rest = '']) =>
    posix.normalize(start.startsWith('.') ? `${posix.dirname(file)}/${start}${rest}` : `${aliases[start]}${rest}`),
  );
}

const journeys = [...section('Four journeys').matchAll(/^### (.+) \((\d+)\)\n\n((?:\d+\. .+\n)+)/gm)].map(
  ([, what = '', count, list = '']) => ({ what, count: Number(count), list }),
);

test('there are four journeys', () => {
  expect(journeys.map(({ what }) => what)).toEqual(['A like', 'A hide', 'A field of the profile', 'A quote']);
});

test.for(journeys)('$what: has as many files as it says, each imported by one before it', ({ count, list }) => {
  const parts = list
    .split('over HTTP')
    .map((part) => [...part.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file));
  expect(parts.flat()).toHaveLength(count);
  const lost = parts.flatMap((files) =>
    files.filter((file, at) => at > 0 && !files.slice(0, at).some((earlier) => importsOf(earlier).includes(file))),
  );
  expect(lost).toEqual([]);
});

test('the table of tests has every suite', () => {
  const rows = [...section('Tests').matchAll(/^\| ([\w, -]+?) +\|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  expect(rows.filter((name) => name !== 'suite' && !name.startsWith('--')).sort()).toEqual(
    suites.map(({ name }) => name).sort(),
  );
});
