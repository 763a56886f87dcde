/** index.html as it is served: what it says to its readers stays in the source, and so does its indentation. */
export const shortHtml = (html: string): string => html.replaceAll(/^ *(?:<!--[^]*?-->|\/\/.*|\/\*.*\*\/)\n|^ +/gm, '');
