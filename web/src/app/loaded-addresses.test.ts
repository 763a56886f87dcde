import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageHeaders } from '../../../deploy/headers.ts';

const root = join(import.meta.dirname, '..');

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(root, file), 'utf8') }));

const occurrences = (patterns: readonly RegExp[]): string[] =>
  sources
    .flatMap(({ file, text }) =>
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([match]) => `${file} ${match}`)),
    )
    .toSorted();

/** Whatever makes a browser ask for an address without a click. Calls of `fetch` are bound by `connect-src`. */
const LOADS = [
  /\b(?:src|srcSet|fallbackSrc|srcDoc|poster|ping|sources)=(?:"[^"]*"|\{[^}]*\})/g,
  /\.(?:src|srcset|poster|background\w*)\s*=[^=;][^;\n]*/g,
  /(?<![\w.])url\((?!\))[^)]*\)/g,
  /\b(?:dangerouslySetInnerHTML|insertAdjacentHTML|outerHTML|backgroundImage)\b|\.innerHTML = [^;\n]*/g,
  /\bnew (?:Image|Audio|WebSocket|EventSource|Worker|SharedWorker|FontFace)\(|\b(?:sendBeacon|XMLHttpRequest)\b/g,
  /<(?:iframe|video|audio|object|embed|source|track|base|image|use)\b/g,
];

test('all addresses that the page loads are in Storage, in the page itself or in memory', () => {
  // A new one is added here with its reason: the address comes from `publicImageUrl` or `thumbnailUrl`, which give null for another site.
  expect(occurrences(LOADS)).toEqual([
    "app/first-paint/later-pages.ts .src = addressOf('news-images', cover) ?? 'data:,'",
    'app/first-paint/later-pages.ts new Image(',
    'app/first-paint/start-script.ts .innerHTML = html', // drawn by the build
    "app/first-paint/start-script.ts .src = thumbnailUrl('post-images', path) ?? 'data:,'",
    'app/layouts/app-header.tsx src={icon}', // part of the page
    'features/admin/broadcasts/broadcast-preview.tsx <iframe', // a mail, below the policy of the page
    'features/admin/broadcasts/broadcast-preview.tsx srcDoc={mail.html}',
    'features/admin/mail/mail-preview.tsx <iframe',
    'features/admin/mail/mail-preview.tsx srcDoc={mail.html}',
    'features/feedback/inbox/feedback-image.tsx src={address}', // in memory
    'features/feedback/send/feedback-images.tsx src={previews[index]}', // in memory
    "features/news/news-image.tsx sources={[isLarge ? publicImageUrl('news-images', path) : null, thumbnailUrl('news-images', path)]}",
    "features/posts/gallery/post-image.tsx src={path === undefined ? undefined : (thumbnailUrl('post-images', path) ?? undefined)}",
    'features/profile/security/setup-dialog.tsx src={setup.image}', // in memory
    "features/quotes/read/quote-drawer.tsx src={thumbnailUrl('post-images', path) ?? source}", // publicImageUrl
    "shared/fonts/fonts.css url('./inter-latin.woff2')",
    "shared/fonts/fonts.css url('./inter-tieng-viet.woff2')",
    "shared/fonts/fonts.css url('./inter-vietnamese.woff2')",
    'shared/ui/lightbox/lightbox.tsx src={source}', // publicImageUrl
    'shared/ui/plain/plain-avatar.tsx src={source}', // publicImageUrl
    "shared/ui/post-name/post-thumbnail.tsx sources={path ? [thumbnailUrl('post-images', path)] : []}",
    "shared/ui/user-avatar.tsx src={avatarPath ? publicImageUrl('avatars', avatarPath) : null}",
    'shared/uploads/components/image-field.tsx src={preview.src}', // in memory
    'shared/uploads/components/image-tile.tsx fallbackSrc={publicImageUrl(bucket, path) ?? undefined}',
    'shared/uploads/components/image-tile.tsx src={src}', // in memory
    'shared/uploads/components/image-tile.tsx src={thumbnailUrl(bucket, path)}',
    'shared/uploads/components/stored-image.tsx src={source}', // its callers stand above
  ]);
});

test('links that open a tab tell another site nothing of the page', () => {
  const links = sources.flatMap(({ text }) => [...text.matchAll(/<[\w.]+\s[^<]*?target="_blank"[^<]*?>/g)]);
  expect(links.length).toBeGreaterThan(5);
  const loose = links
    .map(([tag]) => tag)
    .filter((tag) => !/rel="[^"]*noreferrer/.test(tag) && !/to=\{paths\./.test(tag));
  expect(loose).toEqual([]);
});

test('the page loads images only from itself, its Supabase project and the ad tag of the operator', () => {
  const { 'Content-Security-Policy': policy = '' } = pageHeaders({
    supabaseUrl: 'https://project.supabase.co',
    tagOrigins: ['https://tag.example'],
  });
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
  expect(directives.get('img-src')).toEqual([
    "'self'",
    'data:',
    'blob:',
    'https://project.supabase.co',
    'https://tag.example',
  ]);
  // No directive names a scheme that any site has.
  expect([...directives.values()].flat().filter((source) => /^(https?:|wss?:|\*)$/.test(source))).toEqual([]);
});
