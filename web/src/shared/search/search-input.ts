import { createContext } from 'react';

export type SearchInput = { input: string; setInput: (input: string) => void };

/** What is typed into the search box but not yet submitted; posts and news have their own (§3). */
export const PostSearchInputContext = createContext<SearchInput | null>(null);
export const NewsSearchInputContext = createContext<SearchInput | null>(null);
