/** The SVG nodes of each icon, which the package ships next to its component. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: readonly (readonly [tag: string, attributes: { readonly d?: string }])[];
}
