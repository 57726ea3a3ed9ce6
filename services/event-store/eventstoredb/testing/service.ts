// The server's side of its calls, for nodes played by a test: as defined in `streams.proto`.
import { join } from 'node:path'
import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { appendReplyIn, type AppendReply as ReadAppendReply } from '../wire/replies.ts'

const FRAME_BYTES = 5

/** Zero and absent values are left out. */
export const streamsService = loadSync(join(import.meta.dirname, 'streams.proto'), { longs: String, enums: String })[
  'event_store.client.streams.Streams'
] as ServiceDefinition

export type Uuid = {
  readonly text?: string
  readonly halves?: { readonly mostSignificant?: string; readonly leastSignificant?: string }
}

export type AppendRequest = { readonly correlation: Uuid; readonly target: object; readonly events: readonly object[] }
export type ReadRequest = { readonly options: object }

export type AppendReply = {
  readonly correlation?: Uuid
  readonly failure?: { readonly message?: string; readonly details?: { readonly typeUrl?: string } }
  readonly success?: { readonly revision?: string; readonly position?: { readonly commit?: string } }
}

export type ReadReply = {
  readonly resolved?: {
    readonly event?: {
      readonly id?: Uuid
      readonly stream?: { readonly utf8?: Buffer }
      readonly revision?: string
      readonly position?: string
      readonly metadata?: Readonly<Record<string, string>>
      readonly data?: Buffer
    }
  }
}

const { BatchAppend } = streamsService as unknown as {
  BatchAppend: { requestDeserialize(bytes: Buffer): AppendRequest; responseSerialize(reply: AppendReply): Buffer }
}

/** The message that we sent. */
export const appendRequestIn = (framed: Buffer): AppendRequest =>
  BatchAppend.requestDeserialize(framed.subarray(FRAME_BYTES))

/** The reply as it arrives here. */
export const arrived = (reply: AppendReply): ReadAppendReply => appendReplyIn(BatchAppend.responseSerialize(reply))
