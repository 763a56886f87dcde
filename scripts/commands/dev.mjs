/** `npm run dev`: as `npm start`, with the page and the edge functions reloading when their files change. */
import { launch } from '../machine/launch.mjs';

await launch('dev');
