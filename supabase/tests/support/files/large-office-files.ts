/** Creates office files for tests that are as large as honest ones get. */
import { zipOf } from './office-files.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A list of relations to slides at these places. */
export const relations = (...targets: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map((target, index) => `<Relationship Id="rId${index}" Type="${RELATIONS}/slide" Target="${target}"/>`)
    .join('')}</Relationships>`;
/** A list of so many links that a reader follows. */
export const links = (count: number) =>
  `<Relationships>${Array.from(
    { length: count },
    (_, index) =>
      `<Relationship Id="rId${index}" Type="${RELATIONS}/hyperlink" Target="https://supplier.example/${index}" TargetMode="External"/>`,
  ).join('')}</Relationships>`;
/** So many parts of a file by their names. */
export const many = <T>(count: number, each: (index: number) => [string, T]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => each(index)));
const types = (names: Iterable<string>) =>
  `<Types>${[...names].map((name) => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>`).join('')}</Types>`;
/** An office file of these parts. */
export const office = (parts: Readonly<Record<string, string | Uint8Array>>) =>
  zipOf({ '[Content_Types].xml': types(Object.keys(parts)), ...parts });

/** A thousand slides, each with notes: more do not fit into the bytes of an attachment. */
export const slides = () =>
  office({
    'ppt/presentation.xml': '<p:presentation/>',
    ...many(1_000, (n) => [`ppt/slides/slide${n}.xml`, `<p:sld>${'<p:sp/>'.repeat(100)}</p:sld>`]),
    ...many(1_000, (n) => [
      `ppt/slides/_rels/slide${n}.xml.rels`,
      relations('../slideLayouts/slideLayout1.xml', `../notesSlides/notesSlide${n}.xml`),
    ]),
    ...many(1_000, (n) => [`ppt/notesSlides/notesSlide${n}.xml`, '<p:notes/>']),
    ...many(1_000, (n) => [
      `ppt/notesSlides/_rels/notesSlide${n}.xml.rels`,
      relations('../notesMasters/notesMaster1.xml', `../slides/slide${n}.xml`),
    ]),
  });
/** A workbook with these parts besides. */
export const workbook = (parts: Readonly<Record<string, string | Uint8Array>> = {}) =>
  office({ '_rels/.rels': relations('xl/workbook.xml'), 'xl/workbook.xml': '<workbook/>', ...parts });
