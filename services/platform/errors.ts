// What a failure means to whoever meets it. Each part derives its own errors from these, so that a process can tell them
// apart without knowing the parts.

/** The cause is outside this process: reported in one line, without a stack. */
export class ExpectedError extends Error {}

/** Something that is needed does not answer, and may do so again. */
export class TransientError extends ExpectedError {}

/** Nothing goes on from here by itself: the process ends, and the runbook says what a person can do. */
export type Unrecoverable = Error & { readonly runbook: string }
