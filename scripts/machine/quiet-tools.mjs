/** Disables telemetry and update checks of the tools that a script starts. Import this first. */
Object.assign(process.env, {
  DO_NOT_TRACK: '1',
  LITE_TELEMETRY: '0',
  SUPABASE_TELEMETRY_DISABLED: '1',
  SUPABASE_NO_UPDATE_NOTIFIER: '1',
  DENO_NO_UPDATE_CHECK: '1',
});
