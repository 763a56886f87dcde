import type { ClosedReason } from './requirements.ts';

/** Units that the form suggests; others can be typed. */
export const UNITS = [
  'piece',
  'pair',
  'dozen',
  'set',
  'box',
  'pallet',
  'container',
  'g',
  'kg',
  'ton',
  'ml',
  'litre',
  'm³',
  'm',
  'm²',
  'hour',
] as const;

/** The labels of the reasons. */
export const CLOSED_REASON_LABELS: Readonly<Record<ClosedReason, string>> = {
  awarded: 'Awarded',
  found_elsewhere: 'Found elsewhere',
  no_need: 'No need any more',
};
