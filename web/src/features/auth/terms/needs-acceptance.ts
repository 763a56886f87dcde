/** Whether a user whose last acceptance is `accepted` (null: none) has to accept `current`. Versions are ISO days. */
export function needsAcceptance(accepted: string | null, current: string): boolean {
  return accepted === null || accepted < current;
}
