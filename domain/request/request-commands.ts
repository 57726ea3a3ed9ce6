// The command that ends a request, on the account that asked.
import type { RequestEnded } from './request-events.ts'

/** The reason of `declined` is what who asked is told: it is required. */
export type EndRequest = { readonly type: 'EndRequest' } & RequestEnded
