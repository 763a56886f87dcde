/** The browsers that the build supports; `browserslist` in package.json has the oldest version of each. */
import packageJson from '../../package.json' with { type: 'json' };

/** The same list as build targets: `chrome109`, `ios16`. */
export const SUPPORTED_BROWSERS = packageJson.browserslist.map((line) =>
  line.replace('ios_saf', 'ios').replaceAll(/[ >=]/g, ''),
);

/** The starter also runs in older browsers, to report that they are unsupported (web/src/app/first-paint/starter.ts). */
export const OLDER_BROWSERS = 'es2018';
