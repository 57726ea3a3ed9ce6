/** In system time: between the look at another stream, such as an account or the rules of the desk, and the event decided upon it. */
export const DECIDED_WITHIN_MS = 60_000
