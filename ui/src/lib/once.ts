/**
 * What `make` gives, made at the first use and kept: an Intl format costs up to 10 ms, which the first paint cannot spare.
 * `make` may not return undefined.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
