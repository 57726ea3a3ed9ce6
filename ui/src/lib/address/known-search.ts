/**
 * For `validateSearch`: what `read` understands of an address, and nothing else. The router lays what a route returns over what
 * the address says, so that a value which was only left out would reach the page as it was typed.
 */
export const knownSearch =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
