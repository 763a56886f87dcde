import { ownWorld } from '../support/embedded/own-world.ts';

/** A marketplace whose gateway passes on every query: what is tried here is what policies and grants let through by themselves. */
export const world = await ownWorld({ anyQuery: true });
