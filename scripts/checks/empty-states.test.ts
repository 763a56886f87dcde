import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

/** Reads of the server, in the component or handed to it. */
const READS = /\buse\w*Quer(y|ies)\(|\busePosts\(|error: Error \| null|UseQueryResult</;
/** What is said or left out when there is nothing. */
const EMPTY = /\.(length|size) === 0|\.length < COMPARED_MIN|\bdata(: \w+)? = \[\](, \w+)* \} = useQuery/;
/** A failure that is looked at first, or in the same condition. */
const FAILURE = [
  /if \(error( \|\| !\w+)?\)/,
  /error && (\w+\.)?\w+\.length === 0/,
  /!error && \w+\?\.(\w+\.)?(length|size) === 0/,
  /!(posts\.)?error && data\?\.items\.length/,
  /error && !\w+\?\.length/,
  /error && \(!data \|\| items\.length/,
  /isError && !\(\w+\.data && \w+\.data\.length > 0\)/,
];

/** Where an empty list needs no word about a failed read, and why. */
const ELSEWHERE = new Map([
  ['features/admin/audit-log/audit-log-table.tsx', 'options of a filter'],
  ['features/feedback/inbox/feedback-table.tsx', 'options of a filter'],
  ['features/admin/content-filter/flagged-list.tsx', 'a button without a choice'],
  ['features/messages/read/message-list.tsx', 'the section around it tells of the failure'],
  ['features/posts/detail/post-changes.tsx', 'a hint next to the request'],
  ['features/questions/open-questions.tsx', 'a hint next to the quotes'],
  ['pages/post/post-page.tsx', 'suggestions'],
  ['pages/home/search-help.tsx', 'a count above the feed, which tells of its own failure'],
]);

const lists = pageSources().filter(({ file, text }) => file.endsWith('.tsx') && READS.test(text) && EMPTY.test(text));

test('every list that can be empty tells a failed read from an empty one', () => {
  const spoken = lists.filter(({ file }) => !ELSEWHERE.has(file));
  expect(spoken.length).toBeGreaterThanOrEqual(16);
  const blind = spoken.filter(({ text }) => !FAILURE.some((pattern) => pattern.test(text)));
  expect(blind.map(({ file }) => file)).toEqual([]);
});

test('every list that needs no word about a failed read still exists', () => {
  expect([...ELSEWHERE.keys()].filter((known) => !lists.some(({ file }) => file === known))).toEqual([]);
});
