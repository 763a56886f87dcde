import { useBelow } from '@/shared/ui/use-below.ts';

/** Whether the rows of a table are cards: on phones, and where the columns of a wide one need more than a tablet has. */
export const useHasCards = (isWide: boolean): boolean => useBelow(isWide ? 'md' : 'phone');
