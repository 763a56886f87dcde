/**
 * The headers that every server of the page sends: one list for the embedded server and for each host, so that what is tried
 * locally is what gets deployed.
 */

export interface HeaderOptions {
  /** Origin of the Supabase project, such as https://abc.supabase.co. */
  supabaseUrl: string;
  /** Origins of an ad tag whose scripts, images and requests the page allows; none by default. */
  tagOrigins?: readonly string[];
}

/** Fingerprinted files never change under their name. */
export const ASSET_CACHE = 'public, max-age=31536000, immutable';
/** The page names the current files, so it is revalidated each time. */
export const PAGE_CACHE = 'no-cache';

/** Headers of every answer. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Only over https: browsers ignore it elsewhere. Other servers of the same domain decide for themselves. */
export const TRANSPORT_HEADERS = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Largest upload that a proxy forwards: one image more than is allowed, so that the product can say so. */
export const UPLOAD_MB = 31;
/** How long a proxy waits for the answer to an upload, whose thumbnails are drawn meanwhile. */
export const UPLOAD_SECONDS = 180;

/** The hash of the one inline script of index.html: web/src/app/first-paint/start-script.ts, as the build writes it. */
const INLINE_SCRIPT = "'sha256-S9JeKlQeeMam2Y98fYxhSsDL4NGRb81AqQtkAPK4SAs='";

/** Headers of the page: its Content-Security-Policy, and no framing. */
export function pageHeaders({ supabaseUrl, tagOrigins = [] }: HeaderOptions): Record<string, string> {
  const supabase = new URL(supabaseUrl).origin;
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", INLINE_SCRIPT, ...tagOrigins],
    // Mantine sizes and positions elements with style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    // External images named in a post are shown as links, so that visitors do not send requests to a site that another user chose.
    'img-src': ["'self'", 'data:', 'blob:', supabase, ...tagOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", supabase, supabase.replace(/^http/, 'ws'), ...tagOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  };
}
