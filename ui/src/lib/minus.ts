/** The minus sign in figures on screen, as wide as the plus. Requests, storage and files use a hyphen. */
export const MINUS = '\u2212'
