import { randomOf } from '../random.ts';
import { minutesAgoInOrder } from '../minutes-ago.ts';
import type { DemoPost } from '../types.ts';
import { barStools } from './bar-stools.ts';
import { building } from './building.ts';
import { chemicalsAndHealthcare } from './chemicals-and-healthcare.ts';
import { electronicsAndTechnology } from './electronics-and-technology.ts';
import { energyAndAutomotive } from './energy-and-automotive.ts';
import { farming } from './farming.ts';
import { food } from './food.ts';
import { furnitureAndRetail } from './furniture-and-retail.ts';
import { metalAndMachines } from './metal-and-machines.ts';
import { services } from './services.ts';
import { textiles } from './textiles.ts';

export interface TimedPost extends DemoPost {
  /** Before the load. */
  minutesAgo: number;
}

const mixed = randomOf('order of posts').shuffle([
  ...building,
  ...chemicalsAndHealthcare,
  ...electronicsAndTechnology,
  ...energyAndAutomotive,
  ...farming,
  ...food,
  ...furnitureAndRetail,
  ...metalAndMachines,
  ...services,
  ...textiles,
]);
const times = minutesAgoInOrder(mixed.length, 'times of posts');

/** A post that is still on the first page of the feed after quotes on it. */
const recent: TimedPost = { ...barStools, minutesAgo: 1_700 };

/** All demo posts from the oldest to the newest, with mixed trades as on a real market. */
export const demoPosts: readonly TimedPost[] = [
  ...mixed.map((post, index) => ({ ...post, minutesAgo: times[index] ?? 0 })),
  recent,
].sort((a, b) => b.minutesAgo - a.minutesAgo);
