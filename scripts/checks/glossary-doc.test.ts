import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './project-files.mjs';
import { joined, readCatalogues } from './texts.ts';
import { TEXTS_OF_OTHERS } from './texts-of-others.ts';

const catalogue = joined(readCatalogues(root, 'vi'));

/** Cells of the rows of all tables. */
const tableRows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Word|English|-)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map((cells) => cells.map((cell) => cell.trim()));

const plain = (text: string) => text.normalize('NFC').toLowerCase();

/** English words with their Vietnamese ones: tables about code have six cells, that of the trade three. */
const words = tableRows.flatMap((cells) => {
  if (cells.length !== 6 && cells.length !== 3) return [];
  const [english = '', vietnamese = ''] = cells.length === 6 ? [cells[0], cells[3]] : cells;
  if (vietnamese === '–') return [];
  // What follows ", as" explains. One word for several is their common one; other lists say more than one word each.
  const several = vietnamese.replace(/, as .*/, '').split(', ');
  const names = english.split(', ');
  if (several.length !== 1 && several.length !== names.length) return [];
  return names.map((name, index) => ({ name, words: (several[index] ?? several[0] ?? '').split(' / ').map(plain) }));
});

/** Words that texts also use in another sense, so that the word alone does not tell what is meant. */
const AMBIGUOUS = new Set(['close', 'hit', 'like', 'port', 'received', 'sent']);

/** Texts that use a word in another sense than the glossary. */
const OTHER_SENSES = [
  // The admins' look at what was flagged, which is no review of a user.
  'Error saving review',
  'Flag for review',
  'Flagged for review',
  'Nothing is waiting for review',
  'Review flagged content',
  'Review|read',
  'What people write is checked when it is stored: blocked, masked, or flagged for review.',
  // Feedback is called a message where people write it.
  'Failed to load messages|feedback',
  'Messages to the admins from one address',
  'We read every message and answer by email where an answer is needed.',
  '{n} messages',
  'Delete {n} messages',
  'Mark {n} messages as {status}',
  '{n} messages chosen',
  '{n} messages deleted',
  '{n} messages marked as {status}',
  // To publish, not a request.
  'Post answer',
  'Post reply',
  // What is agreed, not the terms of use; rules of the marketplace, not of the filter; countries, not that of a post.
  'No messages yet. Ask a question or discuss the terms.',
  'Violation of the marketplace rules',
  'Who stands behind the mails, as the law of many countries asks',
  // Said otherwise.
  'Buyers post what they need; suppliers find it here and quote.',
  'File limit exceeded',
  'Messages ({key})',
];

test('the Vietnamese texts use the words of the glossary, one word for one thing [A647]', () => {
  const excepted = new Set([...OTHER_SENSES, ...TEXTS_OF_OTHERS]);
  const entries = Object.entries({ ...catalogue.texts, ...catalogue.messages }).filter(([text]) => !excepted.has(text));
  const others = [];
  for (const { name, words: expected } of words.filter((each) => !AMBIGUOUS.has(each.name))) {
    const asWord = new RegExp(`(?<![\\w{])${name.replace(/y$/, '(?:y|ie)')}s?(?![\\w}-])`, 'i');
    for (const [english, vietnamese] of entries)
      if (
        asWord.test(english.replace(/\|.*/, '')) &&
        !expected.some((word) => plain(String(vietnamese)).includes(word))
      )
        others.push(`${name} is ${expected.join(' or ')}: ${english} → ${vietnamese}`);
  }
  expect(words.length).toBeGreaterThan(60);
  expect(others).toEqual([]);
});

test('texts are excepted from the words of the glossary only while they are there [A647]', () => {
  const { texts, messages } = catalogue;
  expect(OTHER_SENSES.filter((text) => !(text in texts) && !(text in messages))).toEqual([]);
});
