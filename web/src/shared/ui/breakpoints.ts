/**
 * Breakpoints of the layout: `phone` is our own, the others are Mantine's. Style sheets use `@media (--below-phone)` or
 * `(--from-sm)`.
 */
export const breakpoints = { xs: '36em', phone: '40em', sm: '48em', md: '62em' } as const;
export type Breakpoint = keyof typeof breakpoints;

/** Media query for widths below a breakpoint. */
export const below = (name: Breakpoint) => `(max-width: ${Number.parseFloat(breakpoints[name]) - 0.01}em)`;

/** Media query for widths from a breakpoint on. */
export const from = (name: Breakpoint) => `(min-width: ${breakpoints[name]})`;

const isBreakpoint = (name: string): name is Breakpoint => Object.hasOwn(breakpoints, name);

/** Replaces `(--below-…)` and `(--from-…)` in a style sheet by media queries. Throws for an unknown breakpoint. */
export function nameBreakpoints(css: string): string {
  return css.replace(/(?<!var)\(--(below|from)-([\w-]+)\)/g, (media, side, name) => {
    if (!isBreakpoint(name)) throw new Error(`There is no breakpoint for ${media}`);
    return side === 'below' ? below(name) : from(name);
  });
}
