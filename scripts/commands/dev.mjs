/** `npm run dev`: like `npm start`, with hot reload of the page and the edge functions. */
import { launch } from '../machine/launch.mjs';

await launch('dev');
