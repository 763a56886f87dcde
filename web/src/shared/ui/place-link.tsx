import type { MouseEvent } from 'react';
import { Link, useLocation, type LinkProps } from 'react-router-dom';

type PlaceLinkProps = Omit<LinkProps, 'to' | 'onClick'> & {
  /** Id of the target element, which takes the focus (`tabIndex={-1}`). */
  place: string;
};

/**
 * A link to an anchor on the same page, navigated by the router. With a native anchor, Firefox and Safari scroll before
 * the router saves the position, so that Back would not return to the link. As with a native anchor, the keyboard focus
 * moves to the target.
 */
export function PlaceLink({ place, ...props }: PlaceLinkProps) {
  const { search } = useLocation();
  const takeFocus = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const opensElsewhere = ctrlKey || metaKey || shiftKey;
    if (!opensElsewhere) document.getElementById(place)?.focus({ preventScroll: true });
  };
  return <Link {...props} to={{ search, hash: place }} onClick={takeFocus} />;
}
