// The server's two calls.
import { type AppendReply, appendReplyIn, type ReadReply, readReplyIn } from './replies.ts'

const SERVICE = '/event_store.client.streams.Streams'

/** `decode` throws RangeError where the bytes are no reply. */
export type Method<Reply> = { readonly path: string; decode(bytes: Buffer): Reply }

export const READ: Method<ReadReply> = { path: `${SERVICE}/Read`, decode: readReplyIn }
export const BATCH_APPEND: Method<AppendReply> = { path: `${SERVICE}/BatchAppend`, decode: appendReplyIn }

/** A call under way. Ends with `end` or `error`, but for one that was cancelled. */
type CallEvents<Reply> = {
  on(event: 'data', listener: (reply: Reply) => void): unknown
  on(event: 'end', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** `write`: the bytes of a request, from `requests.ts`. */
export type AppendCall = CallEvents<AppendReply> & { write(request: Buffer): void; cancel(): void }
export type ReadCall = CallEvents<ReadReply> & { pause(): void; resume(): void; cancel(): void }
