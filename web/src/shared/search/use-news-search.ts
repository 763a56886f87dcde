import { useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { NewsSearchInputContext } from './search-input.ts';

export type NewsSearch = {
  query: string;
  input: string;
  setInput: (input: string) => void;
  submit: () => void;
  clear: () => void;
};

/** The search of news (§3): its own query, input and clear, independent of the search of posts; the query is `?q=` of the news page. */
export function useNewsSearch(): NewsSearch {
  const context = useContext(NewsSearchInputContext);
  if (!context) throw new Error('useNewsSearch needs a SearchProvider above it');
  const { input, setInput } = context;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useMemo(() => {
    const params = new URLSearchParams(pathname === paths.news ? search : '');
    const query = params.get('q')?.trim() ?? '';
    const searchFor = (text: string) => {
      if (text === query) return;
      params.delete('page');
      if (text) params.set('q', text);
      else params.delete('q');
      const rest = params.toString();
      void navigate(paths.news + (rest && `?${rest}`));
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
