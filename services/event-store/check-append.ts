// The checks that every store makes before it sends anything.
import { type AppendRequest, AppendTooLarge, MAX_APPEND_BYTES, type StreamHead } from './port.ts'

/**
 * Throws AppendTooLarge, or TypeError for a request that no caller should make: without events, with versions that do
 * not follow from the expected head, or with invalid names.
 */
export function checkAppend({ stream, expected, events, given }: AppendRequest): void {
  if (events.length === 0) throw new TypeError('an append holds at least one event')
  checkHead(expected)
  checkName(stream)
  if (given !== undefined) {
    checkHead(given.head)
    checkName(given.stream)
    if (given.stream === stream) throw new TypeError('an append is given another stream than its own')
  }
  let units = 0
  let version = expected.version
  for (const event of events) {
    version += 1
    if (event.version !== version) throw new TypeError(`event version ${event.version} where ${version} comes next`)
    if (event.hash.length !== 64) throw new TypeError('a hash has 64 hexadecimal digits')
    checkName(event.type)
    units += event.body.length
  }
  // a UTF-16 unit has at most three bytes in UTF-8, so small appends need no count
  if (units * 3 <= MAX_APPEND_BYTES) return
  const bytes = events.reduce((sum, event) => sum + Buffer.byteLength(event.body), 0)
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(`${bytes} bytes in one append; ${MAX_APPEND_BYTES} at most`)
}

function checkHead({ version, hash }: StreamHead): void {
  if ((version === -1) !== (hash === null)) throw new TypeError('a head has both a version and a hash')
}

const NAME = /^[\w.@-]{1,200}$/

function checkName(name: string): void {
  if (!NAME.test(name))
    throw new TypeError(`not a valid name of a stream or type: ${JSON.stringify(name.slice(0, 50))}`)
}
