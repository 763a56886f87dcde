/** A sentence of the document, with `code` spans; shown inside of a Typography. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
