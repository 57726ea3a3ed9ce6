/** The minus of printed figures, as wide as the plus. What is sent, stored or put into a file has a hyphen. */
export const MINUS = '\u2212'
