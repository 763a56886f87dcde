import { useMediaQuery } from '@mantine/hooks';
import { below, type Breakpoint } from './breakpoints.ts';

/** Whether the page is narrower than a breakpoint; correct from the first render on. */
export const useBelow = (name: Breakpoint): boolean =>
  useMediaQuery(below(name), undefined, { getInitialValueInEffect: false });
