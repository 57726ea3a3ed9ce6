// What a sweep of the workers finds and finishes: above all what a crash left half done, which is known by its age.

/** Longer than any request lives (`services/api/http/deadline.ts`): what is still under way by then, in system time, nobody is at. */
export const INTERRUPTED_AFTER_MS = 30_000

/** Of one kind; the rest is the next sweep's. */
export const SWEEP_AT_ONCE = 200
