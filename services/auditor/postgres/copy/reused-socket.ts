// A connection's socket that reads into one piece of memory, over and over: for each read Node makes one of its own else, which the
// system has to find and to take back.
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** As much as Node reads at once. */
const BYTES = 65_536

const lent = new WeakSet<Duplex>()

/** Whether those who listen to its data copy what they keep of that; else they get a copy where the memory is used again. */
export function lend(stream: Duplex, isLent: boolean): void {
  if (isLent) lent.add(stream)
  else lent.delete(stream)
}

export const isLent = (stream: Duplex): boolean => lent.has(stream)

export function reusedSocket(): Socket {
  const socket: Socket = new Socket({
    onread: {
      buffer: new Uint8Array(BYTES),
      callback: (size, memory) => {
        const bytes = Buffer.from(memory.buffer, memory.byteOffset, size)
        socket.emit('data', isLent(socket) ? bytes : Buffer.from(bytes))
        return true
      },
    },
  })
  return socket
}
