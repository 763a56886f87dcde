import { useEffect } from 'react';

const COUNT = /^\(\d+\+?\) /;

/**
 * Shows the badge of the bell before the title of the browser tab, whatever page sets it: "(3) Home".
 * @param badge null for none
 */
export function useTitleCount(badge: string | null): void {
  useEffect(() => {
    const mark = (count: string | null) => {
      const title = document.title.replace(COUNT, '');
      const marked = count === null ? title : `(${count}) ${title}`;
      if (document.title !== marked) document.title = marked;
    };
    mark(badge);
    const observer = new MutationObserver(() => mark(badge));
    const element = document.querySelector('title');
    if (element) observer.observe(element, { childList: true });
    return () => {
      observer.disconnect();
      mark(null);
    };
  }, [badge]);
}
