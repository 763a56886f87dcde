/**
 * `npm run texts`: finds missing, unused and wrong entries in the catalogues of the page (web/src/shared/i18n); exits
 * with 1 on a finding. `npm run texts -- --missing fr` prints the missing entries of French as a catalogue with empty
 * translations.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lacking, localesIn, problemsOfCatalogue, readCatalogue, readTexts } from '../checks/texts.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { missing: { type: 'string' } } });
const known = readTexts(root);

if (values.missing === undefined) {
  const findings = known.findings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  for (const locale of localesIn(root))
    findings.push(
      ...problemsOfCatalogue(readCatalogue(root, locale), known).map(
        (problem) => `web/src/shared/i18n/${locale}.json: ${problem}`,
      ),
    );
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) {
    console.error(`${findings.length} findings`);
    process.exitCode = 1;
  }
} else if (!/^[a-z]{2,3}$/.test(values.missing)) {
  console.error('Name a language by its code, such as fr');
  process.exitCode = 1;
} else {
  const [example = values.missing] = localesIn(root).filter((locale) => locale !== values.missing);
  const missing = lacking(readCatalogue(root, values.missing), known, readCatalogue(root, example));
  console.log(JSON.stringify(missing, null, 2));
  console.error(`${Object.keys({ ...missing.texts, ...missing.messages }).length} texts`);
}
