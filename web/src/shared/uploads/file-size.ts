const KILOBYTE = 1024;

/** A file size for people: "840 B", "12 KB", "2.4 MB". In: bytes. */
export function fileSize(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${Math.round(kilobytes)} KB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}
