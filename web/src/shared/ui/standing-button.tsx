import { useLayoutEffect, type Ref, type RefObject } from 'react';
import { assignRef } from '@mantine/hooks';

type StandingButtonProps = { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** Stands for a button that is on the page already, where Mantine asks for the element that it belongs to. */
export function StandingButton({ button, ref }: StandingButtonProps) {
  useLayoutEffect(() => assignRef(ref, button.current), [ref, button]);
  return null;
}
