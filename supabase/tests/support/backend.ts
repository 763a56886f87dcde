/** A running backend for tests: its addresses, keys, mailbox and database. */
export interface Backend {
  webUrl: string;
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  cronSecret: string;
  /** The secret with which the server signs tokens. */
  jwtSecret: string;
  /** Runs one statement as the owner of the database, bypassing all policies: to arrange and to inspect, never for the tested action. */
  sql: <T>(text: string, params?: unknown[]) => Promise<T[]>;
  mails: {
    /** Newest first. */
    list: (to?: string) => Promise<TestMail[]>;
    clear: () => Promise<void>;
  };
  /** Empties the mailbox, and the database except for the rows of the migrations. */
  reset: () => Promise<void>;
}

export interface TestMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
}
