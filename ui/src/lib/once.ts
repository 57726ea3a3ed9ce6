/**
 * Calls `make` at the first use and keeps the result: creating an Intl format takes up to 10 ms, too long for the first
 * paint. `make` must not return undefined.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
