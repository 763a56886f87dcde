/** The code of the page, for tests that check all of it. */
import { filesLike } from './project-files.mjs';

/** The sources of the page without its tests, each with its path from `web/src`. */
export const pageSources = () =>
  filesLike(/^web\/src\/.*(?<!\.test)\.tsx?$/).map(({ file, text }) => ({ file: file.slice('web/src/'.length), text }));
