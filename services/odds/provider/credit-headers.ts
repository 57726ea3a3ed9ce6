// The headers in which the provider counts credits.

/** The credits of the key, according to the provider; null where it gave no number. `remaining` may be negative. */
export type Credits = { readonly remaining: number | null; readonly used: number | null; readonly last: number | null }

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export function creditsOf(headers: Headers): Credits {
  const read = (name: string): number | null => {
    const value = headers[`x-requests-${name}`]
    return typeof value === 'string' && /^-?\d{1,15}(\.0+)?$/.test(value) ? Number(value) : null
  }
  return { remaining: read('remaining'), used: read('used'), last: read('last') }
}
