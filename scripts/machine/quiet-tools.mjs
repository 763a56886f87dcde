/** Tools that a script starts send no usage data and do not look for newer versions of themselves. Import this first. */
Object.assign(process.env, {
  DO_NOT_TRACK: '1',
  LITE_TELEMETRY: '0',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  DENO_NO_UPDATE_CHECK: '1',
});
