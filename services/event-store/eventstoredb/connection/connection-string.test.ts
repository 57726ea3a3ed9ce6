import { describe, expect, test } from 'vitest'
import { parseConnectionString } from './connection-string.ts'

describe('a connection string', () => {
  test.each([
    ['esdb://127.0.0.1:2113?tls=false', ['127.0.0.1:2113']],
    ['esdb://server', ['server:2113']],
    ['kurrentdb://server/?tls=false', ['server:2113']],
    ['esdb://user:secret@one:1,two:2,three', ['one:1', 'two:2', 'three:2113']],
    ['esdb+discover://cluster.local:2113?nodePreference=follower', ['cluster.local:2113']],
  ])('names the nodes: %s', (text, addresses) => {
    expect(parseConnectionString(text).addresses).toEqual(addresses)
  })

  test.each(['', 'http://server', 'esdb://', 'esdb://user:secret@', 'esdb://user:secret@?tls=false'])(
    'is refused without being repeated: %s',
    (text) => {
      expect(() => parseConnectionString(text)).toThrow(/^not a connection string of EventStoreDB/)
    },
  )

  test('asks for the leader, and names the connection', () => {
    const { headers } = parseConnectionString('esdb://server?connectionName=api%201')
    expect(headers).toEqual({ 'requires-leader': 'true', 'connection-name': 'api 1' })
  })

  test('sends credentials with every call, but never to a server without TLS', () => {
    const authorization = (text: string) => parseConnectionString(text).headers.authorization
    const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(authorization('esdb://me:p%40ss@server')).toBe(basic)
    expect(authorization('esdb://me:p%40ss@server?tls=false')).toBeUndefined()
  })

  test('is secure unless it says otherwise, with its own certificates', () => {
    expect(parseConnectionString('esdb://server').tls).toEqual({})
    expect(parseConnectionString('esdb://server?TLS=false').tls).toBeNull()
    expect(() => parseConnectionString('esdb://server?tlsCAFile=/no/such/file')).toThrow(/no such file/)
  })

  test('sets how soon a silent connection is found dead', () => {
    const waits = (settings: string) => {
      const { interval, timeout } = parseConnectionString(`esdb://server?${settings}`).keepAliveMs
      return [interval, timeout]
    }
    expect(waits('')).toEqual([10_000, 5_000])
    expect(waits('keepAliveInterval=30000&keepalivetimeout=1000')).toEqual([30_000, 1_000])
    expect(waits('keepAliveInterval=-1')[0]).toBeGreaterThan(86_400_000)
    expect(() => waits('keepAliveInterval=soon')).toThrow(TypeError)
  })
})
