/** The browsers that the page is built for: package.json names the oldest of each under `browserslist`. */
import packageJson from '../../package.json' with { type: 'json' };

/** The same as a target of the build: `chrome109`, `ios16`. */
export const SUPPORTED_BROWSERS = packageJson.browserslist.map((line) =>
  line.replace('ios_saf', 'ios').replaceAll(/[ >=]/g, ''),
);

/** The starter runs in older browsers as well, to say that they are too old (web/src/app/starter.ts). */
export const OLDER_BROWSERS = 'es2018';
