// Replies that are text to be read or saved, not JSON.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorReply } from '#services/contract/contract.ts'

/** The replies of such a route in the API description. */
export const answering = (description: string, type: string) =>
  ({ 200: { description, content: { [type]: { schema: z.string() } } }, '4xx': ErrorReply, '5xx': ErrorReply }) as const

/** `name`: of the file to save it as. `reply`: of any route, as for `sendCached`. */
export function sendText(
  reply: unknown,
  text: string,
  { cacheControl, name }: { readonly cacheControl: string; readonly name?: string },
): FastifyReply {
  const open = (reply as FastifyReply).type('text/plain; charset=utf-8').header('cache-control', cacheControl)
  if (name !== undefined) open.header('content-disposition', `attachment; filename="${name}"`)
  return open.send(text)
}
