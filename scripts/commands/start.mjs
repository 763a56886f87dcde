/** `npm start`: installs missing packages, builds the page if it is older than its sources, and runs the whole product. */
import { launch } from '../machine/launch.mjs';

await launch('build');
