// The headers in which the provider counts credits.

/**
 * The credits of the key, according to the provider; null where it gave no possible number. `remaining` may be
 * negative.
 */
export type Credits = { readonly remaining: number | null; readonly used: number | null; readonly last: number | null }

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A hundred times the credits of the largest plan. */
const MOST = 1_000_000_000

export function creditsOf(headers: Headers): Credits {
  const read = (name: string, least: number): number | null => {
    const value = headers[`x-requests-${name}`]
    if (typeof value !== 'string' || !/^-?\d{1,15}(\.0+)?$/.test(value)) return null
    const credits = Number(value)
    return credits >= least && credits <= MOST ? credits : null
  }
  return { remaining: read('remaining', -MOST), used: read('used', 0), last: read('last', 0) }
}
