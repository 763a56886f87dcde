/** Files inspected in parallel: each can have 5 MB, and a function has little memory. */
const SIDE_BY_SIDE = 5;

/** New files in groups that are inspected in parallel. One that was tried is alone: it would count as a try of others as well. */
export function groupsOf<Upload extends { tries: number }>(uploads: readonly Upload[]): Upload[][] {
  const fresh = uploads.filter(({ tries }) => tries === 0);
  const groups = [];
  for (let from = 0; from < fresh.length; from += SIDE_BY_SIDE) groups.push(fresh.slice(from, from + SIDE_BY_SIDE));
  return [...groups, ...uploads.filter(({ tries }) => tries > 0).map((upload) => [upload])];
}
