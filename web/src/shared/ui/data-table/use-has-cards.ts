import { useBelow } from '@/shared/ui/use-below.ts';

/** Whether the rows of a table are cards: on phones, and where the many columns of a roomy one need more than a tablet has. */
export const useHasCards = (isRoomy: boolean): boolean => useBelow(isRoomy ? 'md' : 'phone');
