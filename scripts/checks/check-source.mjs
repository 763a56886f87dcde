/**
 * Applies source-rules.mjs and references.mjs to every file of the project, and checks the lock file and the schema
 * files. Exits with 1 on a finding.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingEntries, unverifiedEntries } from './lockfile.mjs';
import { projectFiles } from './project-files.mjs';
import { problemsOfReferences, readProject } from './references.mjs';
import { readSqlFiles, schemaProblems } from './schema-files.mjs';
import { findingsIn, lineOf } from './source-rules.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BINARY = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|pdf|zip|docx?|xlsx?|pptx?)$/i;

/** Values that look like secrets but are not. @type {string[]} */
const FIXTURES = [];

const project = readProject(root);
const findings = projectFiles(root)
  .filter((file) => !BINARY.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const references = problemsOfReferences(project, file, text).map(({ index, message }) => ({
      file,
      line: lineOf(text, index),
      message,
    }));
    return [...findingsIn(file, text, FIXTURES), ...references];
  });

findings.push(...(await schemaProblems(readSqlFiles(join(root, 'supabase/schemas')))));

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const missing = missingEntries(lock);
if (missing.size > 0)
  findings.push({
    file: 'package-lock.json',
    line: 1,
    message: `${missing.size} platform packages are missing. Run: node scripts/checks/lockfile.mjs --fix`,
  });
for (const place of unverifiedEntries(lock))
  findings.push({ file: 'package-lock.json', line: 1, message: `${place} has no integrity` });

for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
if (findings.length > 0) process.exit(1);
