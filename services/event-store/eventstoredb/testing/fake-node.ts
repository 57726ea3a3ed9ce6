// A node of EventStoreDB in this process that replies as a test wants: for failures that a real node does not have on
// demand.
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js'
import { type AppendReply, type AppendRequest, type ReadReply, type ReadRequest, streamsService } from './service.ts'

export type FakeNode = {
  readonly address: string
  /** The metadata of each call. */
  readonly calls: Metadata[]
  /** Ends every call. */
  close(): void
}

type Behaviour = {
  read(call: ServerWritableStream<ReadRequest, ReadReply>): void
  append(request: AppendRequest, call: ServerDuplexStream<AppendRequest, AppendReply>): void
}

/** By default reads find nothing and appends are not answered. */
export async function fakeNode(
  behaviour: Partial<Behaviour> = {},
  credentials = ServerCredentials.createInsecure(),
): Promise<FakeNode> {
  const { read = (call) => call.end(), append = () => undefined } = behaviour
  const calls: Metadata[] = []
  const server = new Server()
  server.addService(streamsService, {
    Read(call: ServerWritableStream<ReadRequest, ReadReply>) {
      calls.push(call.metadata)
      read(call)
    },
    BatchAppend(call: ServerDuplexStream<AppendRequest, AppendReply>) {
      calls.push(call.metadata)
      call.on('data', (request: AppendRequest) => append(request, call))
      call.on('error', () => undefined)
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)))
  })
  return { address: `127.0.0.1:${port}`, calls, close: () => server.forceShutdown() }
}

/** The reply of a node that does not lead. */
export function notLeader(leader: string) {
  const [host = '', port = ''] = leader.split(':')
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', host)
  metadata.set('leader-endpoint-port', port)
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata }
}
