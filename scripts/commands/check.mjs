/** `npm run check`: what takes seconds. Types, lint, rules of the source, unit tests. */
import { ensureInstall } from '../machine/ensure-install.mjs';
import { conclude, present, runSuites, suites } from '../checks/suites.mjs';

ensureInstall();
const { types, format, lint, source, unused, unit } = suites;
conclude(await runSuites(present([types, format, lint, unit, source, unused])));
