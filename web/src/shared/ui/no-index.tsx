/** Keeps crawlers from indexing the page. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />;
}
