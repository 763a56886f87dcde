/** `npm run check`: all fast checks: types, format, lint, rules of the source, unused code, unit tests. */
import { ensureInstall } from '../machine/ensure-install.mjs';
import { conclude, runSuites, suites } from '../checks/suites.mjs';

ensureInstall();
conclude(await runSuites(suites.filter(({ isQuick }) => isQuick)));
