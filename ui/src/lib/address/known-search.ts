/**
 * For `validateSearch`: keeps only the search parameters that `read` returns. The router merges a route's result over
 * the raw parameters, so a parameter that `read` merely leaves out would reach the page unvalidated; every other one is
 * therefore set to undefined.
 */
export const knownSearch =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
