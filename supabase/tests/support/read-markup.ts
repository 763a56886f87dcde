import { JSDOM } from 'jsdom';

const parser = new new JSDOM().window.DOMParser();

/** HTML, read as browsers read it. */
export const readHtml = (html: string): Document => parser.parseFromString(html, 'text/html');

/**
 * XML.
 * @throws an error if it is not well-formed
 */
export function readXml(xml: string): Document {
  const document = parser.parseFromString(xml, 'application/xml');
  const problem = document.querySelector('parsererror');
  if (problem) throw new Error(`${problem.textContent}: ${xml.slice(0, 500)}`);
  return document;
}
