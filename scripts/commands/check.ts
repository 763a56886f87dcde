/** `npm run check`: all fast checks: types, format, lint, rules of the source, unused code, unit tests. */
import { conclude, runSuites, suites } from '../checks/suites.ts';

conclude(await runSuites(suites.filter(({ isQuick }) => isQuick)));
