import { createContext } from 'react';

export type SearchInput = { input: string; setInput: (input: string) => void };

/** Text in the search box that is not submitted yet; posts and news have one each. */
export const PostSearchInputContext = createContext<SearchInput | null>(null);
export const NewsSearchInputContext = createContext<SearchInput | null>(null);
