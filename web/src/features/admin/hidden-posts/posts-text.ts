/** "1 post", "12 posts". */
export const countOf = (count: number) => `${count} ${count === 1 ? 'post' : 'posts'}`;

/** "2 posts deleted"; says so when some had been changed by somebody else meanwhile. */
export function doneText(count: number, chosen: number, what: string): string {
  return count < chosen ? `${count} of ${countOf(chosen)} ${what}; others had changed` : `${countOf(count)} ${what}`;
}
