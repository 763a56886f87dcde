/** Backend address and key, as set in the served page. */
export type Env = { supabaseUrl: string; supabaseKey: string };

// Default of `supabase start` and the embedded server, for pages without an address, as in unit tests.
const LOCAL_SUPABASE_URL = 'http://localhost:54321';
const NO_KEY = 'no-publishable-key';

function metaContent(name: string): string {
  const content = globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? '';
  return content.startsWith('%') ? '' : content;
}

/** Reads the backend address and the publishable key from the meta tags of `index.html`, with local defaults. */
export function readEnv(): Env {
  return {
    supabaseUrl: metaContent('supabase-url') || LOCAL_SUPABASE_URL,
    supabaseKey: metaContent('supabase-key') || NO_KEY,
  };
}

export const env: Env = readEnv();

/** Whether the backend serves Realtime, as set in the served page. */
export const servesRealtime = (): boolean => metaContent('realtime') !== 'off';

/** The URL of a Supabase service. */
export const serviceUrl = (path: string): string => new URL(path, `${env.supabaseUrl.replace(/\/$/, '')}/`).href;
