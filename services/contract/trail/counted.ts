/** The most events that are counted for an answer: this number means at least so many. */
export const COUNTED_MAX = 1_000
