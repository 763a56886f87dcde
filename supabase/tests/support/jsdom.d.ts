/** The part of jsdom that tests use; its package has no types. */
declare module 'jsdom' {
  export class JSDOM {
    readonly window: { DOMParser: typeof DOMParser };
  }
}
