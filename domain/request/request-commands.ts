// The command that ends a request, on the account that asked.
import type { RequestEnded } from './request-events.ts'

/** `declined` needs a reason: it is what the person who asked is told. */
export type EndRequest = { readonly type: 'EndRequest' } & RequestEnded
