/**
 * Applies source-rules.ts and references.mjs to every file of the project, and checks the lock file and the schema
 * files. Exits with 1 on a finding.
 */
import { join } from 'node:path';
import { missingEntries, unverifiedEntries } from './lockfile.mjs';
import { projectFiles, readFiles, root } from './project-files.mjs';
import { problemsOfReferences, readProject } from './references.mjs';
import { readSqlFiles, schemaProblems } from './schema-files.ts';
import { findingsIn } from './source-rules.ts';
import { lineOf } from './syntax-tree.mjs';

const BINARY = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|pdf|zip|docx?|xlsx?|pptx?)$/i;

const project = readProject(root);
const sources = readFiles(projectFiles().filter((file) => !BINARY.test(file)));
const lockText = sources.find(({ file }) => file === 'package-lock.json')?.text ?? '{ "packages": {} }';
const lock = JSON.parse(lockText);
const problemsOfLock = [
  ...unverifiedEntries(lock).map((place) => `${place} has no integrity`),
  ...[...missingEntries(lock).keys()].map(
    (place) => `${place} is missing. Run: node scripts/checks/lockfile.mjs --fix`,
  ),
];
const findings = [
  ...sources.flatMap(({ file, text }) => [
    ...findingsIn(file, text),
    ...problemsOfReferences(project, file, text).map(({ index, message }) => ({
      file,
      line: lineOf(text, index),
      message,
    })),
  ]),
  ...(await schemaProblems(readSqlFiles(join(root, 'supabase/schemas')))),
  ...problemsOfLock.map((message) => ({ file: 'package-lock.json', line: 1, message })),
];
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
if (findings.length > 0) process.exit(1);
