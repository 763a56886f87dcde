import { categoryLabel } from '../../_shared/domain/categories.ts';
import { escapeXml } from '../../_shared/domain/markup.ts';
import { oneLine } from '../../_shared/domain/one-line.ts';
import { postSlug } from '../../_shared/domain/slug.ts';

type FeedPost = {
  id: number;
  title: string;
  description: string;
  category: string;
  created_at: string;
  updated_at: string;
  owner: { username: string };
};

type Feed = {
  siteUrl: string;
  title: string;
  /** The query of feed and page, with its question mark; empty for all posts. */
  query: string;
  /** Newest first. */
  posts: readonly FeedPost[];
};

const SUMMARY_MAX = 500;
/** Atom requires a time also of a feed that has had no entry. */
const NEVER = '1970-01-01T00:00:00Z';

/** An Atom feed (RFC 4287) of posts. Ids stay when a title, and with it the address, changes. */
export function atomFeed({ siteUrl, title, query, posts }: Feed): string {
  const self = escapeXml(`${siteUrl}/feed.xml${query}`);
  const updated = posts.reduce((latest, post) => (post.updated_at > latest ? post.updated_at : latest), NEVER);
  const entry = (post: FeedPost) => `<entry>
<id>${siteUrl}/post/${post.id}</id>
<title>${escapeXml(oneLine(post.title, post.title.length))}</title>
<published>${post.created_at}</published>
<updated>${post.updated_at}</updated>
<author><name>${escapeXml(post.owner.username)}</name></author>
<category term="${escapeXml(post.category)}" label="${escapeXml(categoryLabel(post.category))}"/>
<link rel="alternate" href="${siteUrl}/post/${postSlug(post)}"/>
<summary>${escapeXml(oneLine(post.description, SUMMARY_MAX))}</summary>
</entry>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" href="${escapeXml(`${siteUrl}/${query}`)}"/>
${posts.map(entry).join('')}</feed>
`;
}
