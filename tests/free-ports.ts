// Ports for what a test starts by itself, perhaps repeatedly on the same port.
import { randomInt } from 'node:crypto'
import { freePort as freeOr } from '#services/platform/embedded-postgres/free-port.ts'

/** Below the range from which the kernel assigns ports to listeners on any port and to connections. */
const [FROM, TO] = [20_000, 32_000]

/** The first of this many consecutive ports that nobody listens on. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(FROM, TO)
    const wanted = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(wanted.map(freeOr))).every((port, index) => port === wanted[index])) return first
  }
}

export const freePort = (): Promise<number> => freePorts(1)
