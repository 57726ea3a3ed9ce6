// The settings as README.md and docker-compose.yml describe them: setting a documented default changes nothing; and
// secrets in files.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { SECRETS } from './process/service-environment.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const defaults = readConfig({})
/** Settings that are figures; the README may describe the default of others in words. */
const isFigure = (name: string): name is keyof Config => typeof defaults[name as keyof Config] === 'number'
const withDefault = (name: keyof Config, text: string) => readConfig({ [name]: text })[name]

test('the README’s defaults are those in force', () => {
  const rows = [...read('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([^|]*) \|/gm)]
  const told = rows.flatMap(([, names, values]) => {
    const each = values!.trim().split(', ')
    return [...names!.matchAll(/`([A-Z_]+)`/g)].map(([, name], index) => [name!, each[index] ?? ''] as const)
  })
  const compared = told.filter(([name, text]) => isFigure(name) && /^\d/.test(text))
  expect(compared.length).toBeGreaterThan(15)
  for (const [name, text] of compared) {
    expect([name, withDefault(name as keyof Config, text)]).toEqual([name, defaults[name as keyof Config]])
  }
  expect(compared.map(([name]) => name)).toEqual(
    expect.arrayContaining(['MAX_PAYOUT', 'BIG_STAKE', 'FOUR_EYES_ABOVE', 'TREASURY_DAILY_BUDGET', 'GOODWILL_PER_DAY']),
  )
})

test('containers start with the same amounts', () => {
  const passed = [...read('docker-compose.yml').matchAll(/^ +([A-Z_]+): \$\{\1:-([^}]+)\}$/gm)]
  const compared = passed.filter(([, name]) => isFigure(name!))
  expect(compared.map(([, name]) => name)).toContain('MAX_PAYOUT')
  for (const [, name, text] of compared) {
    expect([name, withDefault(name as keyof Config, text!)]).toEqual([name, defaults[name as keyof Config]])
  }
})

test('headers for a collector are name=value, separated by commas; an invalid one stops the start, without its content in the message', () => {
  const NAMES = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'] as const
  for (const name of NAMES) {
    expect(readConfig({ [name]: 'authorization=Basic%20a2V5, x-scope-orgid = 1,' })[name]).toEqual({
      authorization: 'Basic a2V5',
      'x-scope-orgid': '1',
    })
    for (const wrong of [
      'authorization=100%secret',
      'secret',
      'a=b,secret',
      '=secret',
      'sec ret=1',
      'a=secret%0A',
      ',',
    ])
      expect(() => readConfig({ [name]: wrong }), wrong).toThrow(
        new Error(
          `${name}: must be name=value, several with commas between, and with percent signs for what does not go there`,
        ),
      )
  }
})

test('a signing key that is none stops the start by its name, without being quoted', () => {
  const [right, rsa] = [generateKeyPairSync('ed25519'), generateKeyPairSync('rsa', { modulusLength: 1_024 })]
  const pem = right.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  for (const name of ['LOG_SIGNING_KEY', 'LOG_SIGNING_KEY_OLD'] as const) {
    expect(readConfig({ [name]: pem })[name]).toBe(pem)
    for (const wrong of [
      'secret',
      pem.replaceAll('\n', '\\n'),
      right.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ]) {
      const line = `${name}: must be a private key of Ed25519, in PEM`
      expect(() => readConfig({ [name]: wrong }), wrong).toThrow(new Error(line))
    }
  }
})

test('every secret may be in a file; what is wrong with one is reported in a line, without its content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-secrets-'))
  try {
    const [file, empty] = [join(folder, 'secret'), join(folder, 'empty')]
    writeFileSync(file, 'postgresql://user:of-somebody@127.0.0.1/fairbook\r\n')
    writeFileSync(empty, '\n')
    expect(readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: '', ODDS_API_KEY_FILE: '' })).toEqual({
      ...defaults,
      DATABASE_URL: 'postgresql://user:of-somebody@127.0.0.1/fairbook',
    })
    for (const name of Object.keys(SECRETS)) {
      const setting = `${name}_FILE`
      const line = (env: Record<string, string>) => {
        try {
          return String(readConfig(env))
        } catch (error) {
          return (error as Error).message
        }
      }
      expect(line({ [setting]: file, [name]: 'of-somebody' })).toBe(`${setting}: ${name} is set too`)
      expect(line({ [setting]: empty })).toBe(`${setting}: ${empty} is empty`)
      expect(line({ [setting]: folder })).toMatch(new RegExp(`^${setting}: EISDIR`))
      expect(line({ [setting]: join(folder, 'gone') })).toMatch(new RegExp(`^${setting}: ENOENT`))
      expect(line({ [setting]: file })).not.toContain('of-somebody')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each(['127.0.0.1', '::1', 'uniquelocal', '10.0.0.0/8', 'fc00::/7, loopback', '10.1.0.0/255.255.0.0'])(
  'proxies may be named as %s',
  (proxies) => {
    expect(readConfig({ TRUST_PROXY: proxies }).TRUST_PROXY).toBe(proxies)
  },
)

test.each([
  'everybody',
  '*',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/::1',
  'loopback,',
  '::/129',
  'a/8',
])('proxies named as %s stop the start with the setting’s name', (proxies) => {
  expect(() => readConfig({ TRUST_PROXY: proxies })).toThrow(/^TRUST_PROXY: '.*' is no address, /)
})

test.each([
  ['PORT', 'abc', 'must be a number'],
  ['PORT', '70000', 'must be at most 65535'],
  ['SIM_SPEED', '1.5', 'must be a whole number'],
  ['SIM_FAULTS', 'often', 'must be one of: off, rare, season'],
  ['ACCEPTANCE_DELAY_S', '-1', 'must be at least 0'],
  ['SUPER_ADMIN_USERNAME', 'ab', 'must have at least 3 characters'],
  ['SIM_SEED', 'x'.repeat(101), 'must have at most 100 characters'],
  ['EVENTSTORE_PREFIX', 'My_Product', 'must have at most 32 characters, small letters and digits'],
  ['DATABASE_URL', 'localhost', 'must be an address that starts with postgresql://'],
  ['DATABASE_URL', 'mysql://localhost', 'must be an address that starts with postgresql://'],
  ['REDIS_URL', 'http://localhost', 'must be an address that starts with redis:// or rediss://'],
  ['ODDS_API_BASE_URL', 'ftp://localhost', 'must be an address that starts with http:// or https://'],
])('%s=%s stops the start in plain words', (name, value, text) => {
  expect(() => readConfig({ [name]: value })).toThrow(new Error(`${name}: ${text}`))
})
