// The two calls of the server that we use.
import { type AppendReply, appendReplyIn, type ReadReply, readReplyIn } from './replies.ts'

const SERVICE = '/event_store.client.streams.Streams'

/** `decode` throws RangeError if the bytes are not a reply. */
export type Method<Reply> = { readonly path: string; decode(bytes: Buffer): Reply }

export const READ: Method<ReadReply> = { path: `${SERVICE}/Read`, decode: readReplyIn }
export const BATCH_APPEND: Method<AppendReply> = { path: `${SERVICE}/BatchAppend`, decode: appendReplyIn }

/** A call in flight. Ends with `end` or `error`, unless it is cancelled. */
type CallEvents<Reply> = {
  on(event: 'data', listener: (reply: Reply) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** `write`: takes the bytes of a request, from `requests.ts`. */
export type AppendCall = CallEvents<AppendReply> & { write(request: Buffer): void; cancel(): void }
export type ReadCall = CallEvents<ReadReply> & { pause(): void; resume(): void; cancel(): void }
