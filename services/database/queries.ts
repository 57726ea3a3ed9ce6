// Typed queries: slonik, with every row parsed by the zod schema of its query (`sql.type(schema)`).
import { createPool, type DatabasePool, type Interceptor, SchemaValidationError } from 'slonik'

export type Queries = DatabasePool

const parseRows: Interceptor = {
  name: 'parse rows',
  transformRow({ resultParser }, query, row) {
    if (!resultParser) return row
    const parsed = resultParser['~standard'].validate(row)
    if (parsed instanceof Promise) throw new TypeError('rows are parsed by synchronous schemas only')
    if (parsed.issues) throw new SchemaValidationError(query, row, parsed.issues)
    return parsed.value as typeof row
  },
}

/** int8 comes as number (amounts in cents stay below 2^53), timestamptz as Date. `max`: connections at most. */
export function openQueries(url: string, options: { readonly max?: number } = {}): Promise<Queries> {
  return createPool(url, {
    maxPoolSize: options.max ?? 10,
    captureStackTrace: false,
    interceptors: [parseRows],
    // every query here is plain SQL that leaves no state in its session: the default costs a round trip for each
    resetConnection: async () => undefined,
    typeParsers: [
      { name: 'int8', parse: Number },
      { name: 'timestamptz', parse: (text: string) => new Date(text) },
    ],
  })
}
