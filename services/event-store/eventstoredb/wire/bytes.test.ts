// Protocol buffer messages, and the frames that carry them.
import { describe, expect, test } from 'vitest'
import { Frames } from './frames.ts'
import { MessageReader } from './message-reader.ts'
import { MessageWriter } from './message-writer.ts'

const FRAME_BYTES = 5
const written = (write: (to: MessageWriter) => void): Buffer => {
  const to = new MessageWriter(1_000)
  write(to)
  return to.framed().subarray(FRAME_BYTES)
}

describe('a message', () => {
  const EDGES = ['0', '1', '127', '128', '16383', '16384', '4294967295', '4294967296', '9007199254740991']
  test.each([...EDGES, '9007199254740993', '18446744073709551615'])('carries the number %s', (value) => {
    const from = new MessageReader(written((to) => to.unsigned(3, value)))
    expect([from.next(), from.field]).toEqual([true, 3])
    expect(from.unsigned()).toBe(value)
    expect(from.next()).toBe(false)
  })

  test.each([0, 1, 127, 128, 300])(
    'carries a text of %d bytes within another message, beside fields that are skipped',
    (size) => {
      const text = 'x'.repeat(size)
      const from = new MessageReader(
        written((to) => {
          to.unsigned(99, 7)
          const end = to.end
          to.text(2, 'é')
          to.text(1, text)
          to.close(4, end)
          to.mark(5)
        }),
      )
      from.next()
      expect(from.field).toBe(5)
      from.skip()
      from.next()
      expect(from.field).toBe(4)
      const outer = from.enter()
      expect([from.next(), from.text()]).toEqual([true, text])
      expect([from.next(), from.bytes().toString(), from.next()]).toEqual([true, 'é', false])
      from.leave(outer)
      from.next()
      from.skip()
      expect(from.next()).toBe(false)
    },
  )

  test('skips fields of every kind', () => {
    const [fixed64, fixed32, last] = [
      [0x09, ...Array(8).fill(255)],
      [0x15, 1, 2, 3, 4],
      [0x18, 0x2a],
    ]
    const from = new MessageReader(Buffer.from([...fixed64, ...fixed32, ...last]))
    from.next()
    from.skip()
    from.next()
    from.skip()
    expect([from.next(), from.field, from.number()]).toEqual([true, 3, 42])
  })

  test('is refused wherever it ends too early, or if a field has an unknown wire type', () => {
    const whole = written((to) => {
      const end = to.end
      to.text(1, 'a text')
      to.unsigned(2, 300)
      to.close(7, end)
    })
    const readAll = (bytes: Buffer) => {
      const from = new MessageReader(bytes)
      while (from.next()) {
        const outer = from.enter()
        while (from.next()) from.skip()
        from.leave(outer)
      }
    }
    readAll(whole)
    for (let size = 1; size < whole.length; size++)
      expect(() => readAll(whole.subarray(0, size)), `${size} bytes`).toThrow(RangeError)
    const skipped = (...bytes: number[]) => {
      const from = new MessageReader(Buffer.from(bytes))
      from.next()
      from.skip()
    }
    expect(() => skipped(0x09, 1, 2)).toThrow(RangeError)
    expect(() => skipped(0x0b)).toThrow(RangeError)
  })
})

describe('replies', () => {
  const TEXTS = ['', 'a', 'b'.repeat(300), '', 'c'.repeat(70_000)]
  const bytes = Buffer.concat(
    TEXTS.map((text) => {
      const head = Buffer.alloc(FRAME_BYTES)
      head.writeUInt32BE(text.length, 1)
      return Buffer.concat([head, Buffer.from(text)])
    }),
  )

  test.each([1, 3, 5, 7, 64, 1_000, 65_536, 1_000_000])('are complete if they come in pieces of %d bytes', (size) => {
    const frames = new Frames(70_000)
    const found: string[] = []
    for (let at = 0; at < bytes.length; at += size)
      for (const reply of frames.add(bytes.subarray(at, at + size))) found.push(reply.toString())
    expect(found).toEqual(TEXTS)
  })

  test('are refused if one is too large, or compressed', () => {
    expect(() => new Frames(69_999).add(bytes)).toThrow(RangeError)
    expect(() => new Frames(10).add(Buffer.from([1, 0, 0, 0, 1, 0]))).toThrow(RangeError)
  })
})
