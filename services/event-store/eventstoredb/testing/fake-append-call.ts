// An append call without a server: what was sent, and whether it was cancelled.
import { EventEmitter } from 'node:events'
import type { AppendCall, AppendRequest } from '../wire/protocol.ts'

export class FakeAppendCall extends EventEmitter {
  readonly sent: AppendRequest[] = []
  cancelled = false

  write(message: AppendRequest) {
    this.sent.push(message)
  }

  cancel() {
    this.cancelled = true
  }

  /** As the library types it. */
  get asCall(): AppendCall {
    return this as unknown as AppendCall
  }
}
