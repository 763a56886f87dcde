/** The release of this code: the tag `v…` and the version in package.json, which functions on a host cannot read. */
export const VERSION = '1.1.0';
