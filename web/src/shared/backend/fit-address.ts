/**
 * Whether arguments can stand in an address, whose answer caches may keep. PostgREST would read `in.stock` there as a
 * filter of the answer, and a comma or brace as a part of a list.
 */
export const fitAddress = (values: object) => !/[.(){},"\\]/.test(Object.values(values).flat().join(' '));
