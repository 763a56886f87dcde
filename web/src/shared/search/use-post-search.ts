import { useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { paths } from '@/shared/paths.ts';
import { PostSearchInputContext } from './search-input.ts';
import { searchOf } from './search-of.ts';
import { searchReducer, writeSearch, type MoreFilters, type SearchAction, type SearchState } from './search-state.ts';

export type PostSearch = SearchState & {
  /** Sets the typed text; emptying it clears the search. */
  setInput: (input: string) => void;
  submit: () => void;
  clear: () => void;
  setCountry: (country: string) => void;
  setCategories: (categories: string[]) => void;
  setMore: (more: MoreFilters) => void;
  setPage: (page: number) => void;
};

/** The post search. Its submitted part is the URL of the home page, so other pages have only the typed text. */
export function usePostSearch(): PostSearch {
  const context = useContext(PostSearchInputContext);
  if (!context) throw new Error('usePostSearch needs a SearchProvider above it');
  const { input, setInput } = context;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isHome = pathname === paths.home;
  const state = useMemo<SearchState>(() => ({ ...searchOf(isHome ? search : ''), input }), [isHome, search, input]);

  const dispatch = useCallback(
    (action: SearchAction) => {
      const next = searchReducer(state, action);
      setInput(next.input);
      // Another page of a saved search marks what is new there as well.
      const before = isHome && action.type === 'pageChosen' ? search : '';
      const address = writeSearch(next, before);
      const isMoving = address !== writeSearch(state, before) || (!isHome && action.type === 'submitted');
      if (isMoving) void navigate(paths.home + address);
      if (action.type === 'submitted' && next.query) trackConversion('search');
    },
    [state, setInput, isHome, search, navigate],
  );

  return useMemo(
    () => ({
      ...state,
      setInput: (text) => dispatch(text === '' ? { type: 'cleared' } : { type: 'typed', input: text }),
      submit: () => dispatch({ type: 'submitted' }),
      clear: () => dispatch({ type: 'cleared' }),
      setCountry: (country) => dispatch({ type: 'countryChosen', country }),
      setCategories: (categories) => dispatch({ type: 'categoriesChosen', categories }),
      setMore: (more) => dispatch({ type: 'moreChosen', more }),
      setPage: (page) => dispatch({ type: 'pageChosen', page }),
    }),
    [state, dispatch],
  );
}
