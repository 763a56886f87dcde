import { createContext } from 'react';

export type SearchInput = { input: string; setInput: (input: string) => void };

/** The text that is typed into the search box but not yet submitted; posts and news have one each. */
export const PostSearchInputContext = createContext<SearchInput | null>(null);
export const NewsSearchInputContext = createContext<SearchInput | null>(null);
