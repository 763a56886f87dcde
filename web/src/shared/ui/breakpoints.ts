/** Where the layout changes: `phone` is our own, the others are Mantine's. Style sheets say `@media (--below-phone)` or `(--from-sm)`. */
export const breakpoints = { xs: '36em', phone: '40em', sm: '48em', md: '62em' } as const;
export type Breakpoint = keyof typeof breakpoints;

/** The media query of widths below a breakpoint. */
export const below = (name: Breakpoint) => `(max-width: ${Number.parseFloat(breakpoints[name]) - 0.01}em)`;

/** The media query of widths from a breakpoint on. */
export const from = (name: Breakpoint) => `(min-width: ${breakpoints[name]})`;

const isBreakpoint = (name: string): name is Breakpoint => Object.hasOwn(breakpoints, name);

/** A style sheet with media queries in place of `(--below-…)` and `(--from-…)`. Throws where there is no such breakpoint. */
export function nameBreakpoints(css: string): string {
  return css.replace(/(?<!var)\(--(below|from)-([\w-]+)\)/g, (media, side, name) => {
    if (!isBreakpoint(name)) throw new Error(`There is no breakpoint for ${media}`);
    return side === 'below' ? below(name) : from(name);
  });
}
