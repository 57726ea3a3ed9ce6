import { describe, expect, test } from 'vitest'
import { StreamNames } from './stream-names.ts'

describe('names on a shared server', () => {
  const names = ['', 'fb', 'fb2', 'f'].map((prefix) => new StreamNames(prefix))

  test('are recognised only by their own product', () => {
    for (const stream of ['ledger', 'account-0123456789abcdef', 'a.b@c_d-1']) {
      for (const [index, own] of names.entries()) {
        const onServer = own.onServer(stream)
        expect(names.map((other) => other.fromServer(onServer))).toEqual(
          names.map((_, at) => (at === index ? stream : null)),
        )
      }
    }
  })

  test('are never those of the system, of a stream’s settings, or empty', () => {
    for (const onServer of ['$settings', '$$ledger', '$$fb:ledger', 'fb:', 'fb:$x', 'fb:a:b', '']) {
      expect(names.map((one) => one.fromServer(onServer))).toEqual([null, null, null, null])
    }
  })

  test('are filtered in the same way by the server', () => {
    expect(names[1]!.pattern).toEqual({ prefixes: ['fb:'] })
    const { regex } = names[0]!.pattern as { regex: string }
    for (const [onServer, isOurs] of [
      ['ledger', true],
      ['$settings', false],
      ['$$ledger', false],
      ['fb:ledger', false],
    ] as const) {
      expect(new RegExp(regex).test(onServer)).toBe(isOurs)
    }
  })

  test('have prefixes of lower-case letters and digits', () => {
    for (const prefix of ['a-b', 'A', 'a:', '$', ' ']) expect(() => new StreamNames(prefix)).toThrow(TypeError)
  })
})
