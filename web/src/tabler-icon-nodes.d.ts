/** What an icon is drawn of, which the package has beside each component. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: readonly (readonly [tag: string, attributes: { readonly d?: string }])[];
}
