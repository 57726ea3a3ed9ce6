// The server's calls, as defined in `streams.proto`.
import { join } from 'node:path'
import {
  type Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  type Metadata,
  makeClientConstructor,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

const SERVICE = 'event_store.client.streams.Streams'

/** Zero and absent values are left out of replies. */
export const streamsService = loadSync(join(import.meta.dirname, 'streams.proto'), { longs: String, enums: String })[
  SERVICE
] as ServiceDefinition

export const Streams = makeClientConstructor(streamsService, SERVICE) as unknown as new (
  ...settings: ConstructorParameters<typeof Client>
) => StreamsClient

export type StreamsClient = Client & {
  batchAppend(metadata: Metadata): AppendCall
  read(request: ReadRequest, metadata: Metadata): ReadCall
}
export type AppendCall = ClientDuplexStream<AppendRequest, AppendReply>
export type ReadCall = ClientReadableStream<ReadReply>

export type Uuid = {
  readonly text?: string
  readonly halves?: { readonly mostSignificant?: string; readonly leastSignificant?: string }
}

/** Built in `requests.ts` only. */
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
