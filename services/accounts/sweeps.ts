// Limits of the sweeps, in which workers complete what a crash left half done; that is recognised by its age.

/**
 * In system time. Longer than any request lives (`services/api/http/deadline.ts`): nobody is working on what is older.
 */
export const INTERRUPTED_AFTER_MS = 30_000

/** How many of one kind a sweep handles; the next one continues. */
export const SWEEP_AT_ONCE = 200
