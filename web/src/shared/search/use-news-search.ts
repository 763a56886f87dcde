import { useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { page, search as searchText } from '@/shared/address/param.ts';
import { paths } from '@/shared/paths.ts';
import { NewsSearchInputContext } from './search-input.ts';

/** Parameters that the news search reads and changes; the others belong to the page. */
const newsSearchAddress = { q: searchText(), page };

export type NewsSearch = {
  query: string;
  input: string;
  setInput: (input: string) => void;
  submit: () => void;
  clear: () => void;
};

/** The news search, independent of the post search; its query is `?q=` of the news page. */
export function useNewsSearch(): NewsSearch {
  const context = useContext(NewsSearchInputContext);
  if (!context) throw new Error('useNewsSearch needs a SearchProvider above it');
  const { input, setInput } = context;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useMemo(() => {
    const params = new URLSearchParams(pathname === paths.news ? search : '');
    const { q: query } = readAddress(newsSearchAddress, params);
    const searchFor = (text: string) => {
      if (text === query) return;
      const address = writeAddress(newsSearchAddress, params, { q: text }).toString();
      void navigate(paths.news + (address && `?${address}`));
    };
    const clear = () => {
      setInput('');
      searchFor('');
    };
    return {
      query,
      input,
      setInput: (text) => (text === '' ? clear() : setInput(text)),
      submit: () => searchFor(input.trim()),
      clear,
    };
  }, [pathname, search, input, setInput, navigate]);
}
