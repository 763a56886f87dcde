import { Code } from '@mantine/core';
import '@mantine/core/styles/Code.css';

/** A sentence of the document, with `code` spans. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));
}
