// What /openapi.json has besides the schemas: who may call, and which headers requests may carry.
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const HEADERS = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'One for each thing that is asked for: the same key again never does it twice, and gets the first answer. For anything ' +
      'else it is refused (409).',
  },
  'X-Ledger-Position': {
    type: 'string',
    description:
      'From the reply to a write: the read waits up to two seconds until it shows that write. One that this ledger never ' +
      'gave out is refused (400).',
  },
  'Last-Event-ID': { type: 'string', description: 'Goes on after this event, or says reset.' },
} as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A bearer token is optional, but changes the reply. */
    bearer?: 'optional'
    carries?: readonly (keyof typeof HEADERS)[]
  }
}

export const transform: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const { config } = document.route
  if (config?.carries) {
    const properties = Object.fromEntries(config.carries.map((name) => [name, HEADERS[name]]))
    Object.assign(schema, { headers: { type: 'object', properties } })
  }
  if (config?.session) Object.assign(schema, { security: [{ bearer: [] }] })
  if (config?.bearer) Object.assign(schema, { security: [{}, { bearer: [] }] })
  return { schema, url }
}
