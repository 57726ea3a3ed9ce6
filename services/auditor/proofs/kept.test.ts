import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newKey } from '#services/notary/testing/notary.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import type { Call } from '../commands/command.ts'
import { fileOf, keysOption, placeName, remember, remembered } from './kept.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-kept-'))
  vi.stubEnv('XDG_STATE_HOME', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const signed = (size: number) => ({ note: `example.com/log\n${size}\nroot\n\n— signature\n`, key: 'a key' })

const of = (logId: string, size: number) => ({ logId, ...signed(size) })

it('remembers the last log of a place, and the largest checkpoint of that one', () => {
  const place = placeName('address', 'host', '5432', 'fairbook')
  expect(placeName('address', 'host', '54', '32fairbook')).not.toBe(place)
  remember('a', signed(10), [place])
  remember('a', signed(9), [place])
  expect(remembered(place)).toEqual(of('a', 10))
  remember('b', signed(3), [place])
  expect([remembered(place), remembered('a')]).toEqual([of('b', 3), of('a', 10)])
})

it('remembers the largest checkpoint of each log, for its owner alone', () => {
  expect(remembered('a')).toBeNull()
  remember('a', signed(10))
  remember('a', signed(9))
  expect(remembered('a')).toEqual(of('a', 10))
  remember('a', signed(11))
  expect([remembered('a'), remembered('b')]).toEqual([of('a', 11), null])
  expect(statSync(fileOf('a')).mode & 0o777).toBe(0o600)
})

it('takes what is no memory for none', () => {
  remember('a', signed(1))
  writeFileSync(fileOf('a'), '{')
  expect(remembered('a')).toBeNull()
  remember('a', signed(2))
  expect(remembered('a')).toEqual(of('a', 2))
})

it('takes the keys of a file as they stand there, and no empty file for leave to trust any', () => {
  const keys = ['a', 'b', 'c'].map((name) => new NoteSigner(`${name}.example/log`, newKey()).verifierKey)
  const read = (...key: string[]) => keysOption({ options: { key } } as unknown as Call).map(({ text }) => text)
  expect(read(`${keys[0]}\n${keys[1]}\n`, ` ${keys[2]}`)).toEqual(keys)
  expect(keysOption({ options: {} } as unknown as Call)).toEqual([])
  for (const empty of ['', '\n']) expect(() => read(empty)).toThrow("'' is not a verifier key")
  expect(() => read(`${keys[0]}\nanother`)).toThrow("'another' is not a verifier key")
})
