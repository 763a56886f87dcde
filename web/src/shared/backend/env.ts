/** Where the backend is, as the served page says it. */
export type Env = { supabaseUrl: string; supabaseKey: string };

// `supabase start` and the embedded server listen here; used when the page carries no address, as in unit tests.
const LOCAL_SUPABASE_URL = 'http://localhost:54321';
const NO_KEY = 'no-publishable-key';

function metaContent(name: string): string {
  const content = globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? '';
  return content.startsWith('%') ? '' : content;
}

/** Reads the backend address and the publishable key from the metas of `index.html`; falls back to the local defaults. */
export function readEnv(): Env {
  return {
    supabaseUrl: metaContent('supabase-url') || LOCAL_SUPABASE_URL,
    supabaseKey: metaContent('supabase-key') || NO_KEY,
  };
}

export const env: Env = readEnv();

/** The address of a service of Supabase. */
export const serviceUrl = (path: string): string => new URL(path, `${env.supabaseUrl.replace(/\/$/, '')}/`).href;
