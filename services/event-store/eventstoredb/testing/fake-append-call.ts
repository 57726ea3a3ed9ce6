// An append call without a server: what was sent, and whether it was cancelled.
import { EventEmitter } from 'node:events'
import type { AppendCall } from '../wire/protocol.ts'
import { type AppendRequest, appendRequestIn } from './service.ts'

export class FakeAppendCall extends EventEmitter {
  readonly sent: AppendRequest[] = []
  cancelled = false

  write(message: Buffer) {
    this.sent.push(appendRequestIn(message))
  }

  cancel() {
    this.cancelled = true
  }

  /** The type that its user expects. */
  get asCall(): AppendCall {
    return this as unknown as AppendCall
  }
}
