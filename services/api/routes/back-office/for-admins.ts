// What the reads of the back office share.
import type { z } from 'zod'
import { ErrorReply } from '#services/contract/contract.ts'

/** `reply`: its body. */
type Read = { readonly summary: string; readonly reply: z.ZodType }

const ADMINS = { queue: 'reads', session: { refusal: 'unauthorized', admin: true } } as const

/** The options of a route by which admins and auditors read, and which waits for no read model. */
export const liveForAdmins = <Asked extends Read>({ reply, ...asked }: Asked) => ({
  schema: {
    ...asked,
    tags: ['back office'],
    response: { 200: reply as Asked['reply'], '4xx': ErrorReply, '5xx': ErrorReply },
  },
  config: ADMINS,
})

/** The same for one that waits until read models have reached the ledger position that the caller names. */
export const forAdmins = <Asked extends Read>(read: Asked) => ({
  ...liveForAdmins(read),
  config: { ...ADMINS, carries: ['X-Ledger-Position'] as const },
})
