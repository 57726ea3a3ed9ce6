// A socket that reads into the same memory over and over. Otherwise Node allocates memory for each read, which takes
// the system long to find and to take back.
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** As much as Node reads at a time. */
const BYTES = 65_536

const lent = new WeakSet<Duplex>()

/** `isLent`: the listeners copy what they keep, so they get the reused memory itself; otherwise they get a copy. */
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
