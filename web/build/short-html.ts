/** Minifies index.html: removes comments for readers of the source, and indentation. */
export const shortHtml = (html: string): string => html.replaceAll(/^ *(?:<!--[^]*?-->|\/\/.*|\/\*.*\*\/)\n|^ +/gm, '');
