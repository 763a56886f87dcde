/**
 * `npm run texts`: finds missing, unused, misplaced and wrong entries in the catalogues of the page
 * (web/src/shared/i18n); exits with 1 on a finding. `npm run texts -- --move` moves each entry into its catalogue and
 * sorts it. `npm run texts -- --missing fr` prints the missing entries of French as a catalogue with empty translations;
 * with `--admin`, that of the admin area.
 */
import { writeFileSync } from 'node:fs';
import { root } from '../checks/project-files.mjs';
import { parseArgs } from 'node:util';
import {
  arranged,
  cataloguePaths,
  localesIn,
  missingOf,
  problemsOfCatalogues,
  readCatalogues,
  readTexts,
} from '../checks/texts.ts';

const { values } = parseArgs({
  options: { missing: { type: 'string' }, admin: { type: 'boolean' }, move: { type: 'boolean' } },
});

if (values.missing === undefined) {
  const { known, knownOutside, findings } = readTexts(root);
  const found = findings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  for (const locale of localesIn(root)) {
    const paths = cataloguePaths(root, locale);
    let catalogues = readCatalogues(root, locale);
    if (values.move) {
      catalogues = arranged(catalogues, known, knownOutside);
      writeFileSync(paths.everybody, `${JSON.stringify(catalogues.everybody, null, 2)}\n`);
      writeFileSync(paths.admin, `${JSON.stringify(catalogues.admin, null, 2)}\n`);
    }
    found.push(...problemsOfCatalogues(catalogues, known, knownOutside).map((problem) => `${locale}: ${problem}`));
  }
  for (const finding of found) console.error(finding);
  if (found.length > 0) throw new Error(`${found.length} findings`);
} else if (!/^[a-z]{2,3}$/.test(values.missing)) {
  throw new Error('Name a language by its code, such as fr');
} else {
  const missing = missingOf(root, values.missing);
  const printed = values.admin ? missing.admin : missing.everybody;
  console.log(JSON.stringify(printed, null, 2));
  console.error(`${Object.keys({ ...printed.texts, ...printed.messages }).length} texts`);
}
