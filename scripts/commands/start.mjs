/** `npm start`: installs what is missing, builds the page when it is older than its sources, and runs the whole product. */
import { launch } from '../machine/launch.mjs';

await launch('build');
