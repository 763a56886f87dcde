/** Keeps crawlers off the page that shows it. */
export function NoIndex() {
  return <meta name="robots" content="noindex" />;
}
