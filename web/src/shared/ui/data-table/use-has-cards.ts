import { useBelow } from '@/shared/ui/use-below.ts';

/** Whether rows are cards: on phones, and for wide tables also on tablets. */
export const useHasCards = (isWide: boolean): boolean => useBelow(isWide ? 'md' : 'phone');
