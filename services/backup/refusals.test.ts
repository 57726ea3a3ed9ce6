// What an operator reads when the tool refuses: one line with a code that is in the runbook.
import { execFile } from 'node:child_process'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { randomScenario } from '#projections/testing/scenario.ts'
import { writeLog } from '#projections/testing/write-log.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { lineOf } from '#services/platform/errors.ts'
import { codeOf } from '#services/platform/process/tool.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { signAll } from '#tests/audit/signed-log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { newIdentity, readIdentities } from './age/keys.ts'
import { decryption, encryption } from './age/payload.ts'
import { runCommand } from './commands.ts'
import { ofFiles } from './errors.ts'
import { backupsIn, removeLeftovers } from './files/names.ts'
import { sealing } from './files/new-backup.ts'
import { SUMS } from './files/sums.ts'
import { KEYS_PART } from './keys-part.ts'
import { MANIFEST, type NewManifest } from './manifest.ts'
import { SIGNATURE, signSums } from './signature.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairbook-refusals-'))
const keys = newIdentity()
const pem = newKey()
const signer = new NoteSigner('fairbook.example/log', pem)
const identity = join(folder, 'identity.txt')
let database: TestDatabase
let settings: Record<string, string>
let whole: string

const backup = (env: Record<string, string>, ...args: string[]) => runCommand(args, new AbortController().signal, env)

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  await writeLog(store, randomScenario(51, 20))
  await signAll(store, database.url, pem)
  await store.close()
  writeFileSync(identity, `${keys.identity}\n`)
  settings = {
    DATABASE_URL: database.url,
    LOG_SIGNING_KEY: pem,
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_RECIPIENTS: keys.recipient,
  }
  expect(await backup(settings)).toBe(0)
  whole = join(settings.BACKUP_DIR!, readdirSync(settings.BACKUP_DIR!)[0]!)
})
afterAll(async () => {
  vi.mocked(process.stdout.write).mockRestore()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Checks that `secret` is not in the line. */
async function expectRefused(run: Promise<number>, code: string, said: RegExp, secret = pem): Promise<void> {
  const error = await run.then(
    () => null,
    (refused: unknown) => refused,
  )
  expect(lineOf(error)).toMatch(said)
  expect(lineOf(error)).not.toContain(secret)
  expect(codeOf(error, 'backup')).toBe(code)
}

test('a line of the tool begins with its name and the code, and a wrong command is followed by the list of commands', async () => {
  const { PATH = '' } = process.env
  const ended = await new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), 'take', 'it'],
      { env: { PATH } },
      (error, _, err) => resolve([error?.code, err]),
    ),
  )
  expect(ended).toEqual([1, expect.stringMatching(/^backup: backup_settings: wrong usage\nnpm run backup /)])
})

test('for settings: a wrong one, a missing database, one that does not answer, one without a ledger', async () => {
  await expectRefused(backup({ ...settings, BACKUP_KEEP: 'many' }), 'backup_settings', /BACKUP_KEEP/)
  const { DATABASE_URL: _, ...none } = settings
  await expectRefused(backup({ ...none, DATA_DIR: folder }), 'backup_settings', /holds no database/)
  const away = { ...settings, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }
  await expectRefused(backup(away), 'backup_server', /ECONNREFUSED/)
  const empty = { ...settings, DATABASE_URL: database.url.replace(/[^/]*$/, 'nowhere') }
  await expectRefused(backup(empty), 'backup_settings', /nowhere/)
})

test('for the key of the log: no valid key, and one of another kind', async () => {
  const garbage = 'MC4CAQAwBQYDK2VwBCIEINoKeyAtAll'
  const wrong = { ...settings, LOG_SIGNING_KEY: garbage }
  await expectRefused(backup(wrong), 'backup_settings', /LOG_SIGNING_KEY: .*PEM/, garbage)
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const keyFile = join(dataDir, 'log-signing-key.pem')
  const { LOG_SIGNING_KEY: _, ...others } = settings
  writeFileSync(keyFile, garbage)
  await expectRefused(backup({ ...others, DATA_DIR: dataDir }), 'backup_log_key', /PEM/, garbage)
  rmSync(keyFile)
  mkdirSync(keyFile)
  await expectRefused(
    backup({ ...others, DATA_DIR: dataDir }),
    'backup_file',
    /log-signing-key\.pem.*EISDIR|EISDIR.*log-signing-key\.pem/,
  )
})

test('for folders that cannot be read, and folders in the place of files', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const refused = expect.objectContaining({ code: 'backup_file' })
  for (const read of [() => backupsIn(file, 'f'), () => removeLeftovers(file, 'f')]) expect(read).toThrow(refused)
  await expectRefused(backup({ ...settings, BACKUP_DIR: file }), 'backup_file', new RegExp(file))
  await expectRefused(backup(settings, 'verify', whole, '--identity', folder), 'backup_file', new RegExp(folder))
  for (const name of ['log.events.age', SUMS, SIGNATURE, MANIFEST]) {
    const copy = await changed((at) => {
      rmSync(join(at, name))
      mkdirSync(join(at, name))
    }, false)
    await expectRefused(backup(settings, 'verify', copy), 'backup_file', new RegExp(name))
  }
  const read = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  expect(ofFiles(read, '/mnt/x')).toMatchObject({ code: 'backup_file', message: '/mnt/x: EIO: i/o error, read' })
})

test('for a data folder that cannot be written', async () => {
  const file = join(folder, 'no folder')
  writeFileSync(file, '')
  const { DATABASE_URL: _, ...none } = settings
  const by = ['--by', 'superadmin', '--why', 'the disk is gone', '--identity', identity]
  const restore = backup({ ...none, DATA_DIR: join(file, 'data') }, 'restore', whole, ...by)
  await expectRefused(restore, 'backup_file', /DATA_DIR: nothing can be kept in/)
})

/** A copy of the backup. `signed`: as somebody with the log's key would make it. */
async function changed(change: (at: string) => void | Promise<void>, signed = true): Promise<string> {
  const copy = mkdtempSync(join(folder, 'changed-'))
  cpSync(whole, copy, { recursive: true })
  await change(copy)
  if (signed) {
    await promisify(execFile)('sh', ['-c', `sha256sum *.age ${MANIFEST} > ${SUMS}`], { cwd: copy })
    writeFileSync(join(copy, SIGNATURE), signSums(readFileSync(join(copy, SUMS), 'utf8'), signer))
  }
  return copy
}

/** Flips the sixth character of the key that is wrapped for the recipient. */
const flipStanza = (at: string, name: string) => {
  const path = join(at, name)
  const bytes = readFileSync(path)
  const place = bytes.indexOf('\n', bytes.indexOf('-> X25519')) + 6
  bytes[place] = bytes[place] === 0x41 ? 0x42 : 0x41
  writeFileSync(path, bytes)
}

test('for a changed header: of the key or of a file, and of a file when the identity opened another one', async () => {
  const verify = (at: string) => backup(settings, 'verify', at, '--identity', identity)
  const either =
    /keys\.age: none of the given identities opens it: it was encrypted for others, or its header was changed/
  await expectRefused(verify(await changed((at) => flipStanza(at, KEYS_PART))), 'backup_wrong_key', either)
  const other = await changed((at) => flipStanza(at, 'log.events.age'))
  await expectRefused(verify(other), 'backup_altered', /log\.events\.age: its header was changed/)
})

async function withKeys(text: string): Promise<string> {
  return changed(async (at) => {
    const identities = readIdentities(keys.identity)
    const seal = sealing(null)
    const sealed = Readable.from([Buffer.from(text)])
      .pipe(seal)
      .pipe(createZstdCompress())
    writeFileSync(join(at, KEYS_PART), await buffer(sealed.pipe(encryption([identities[0]!.recipient]))))
    const { bytes, digest: sha256 } = seal.seal()
    const manifest = JSON.parse(readFileSync(join(at, MANIFEST), 'utf8')) as NewManifest
    const parts = manifest.parts.map((part) => (part.name === KEYS_PART ? { ...part, bytes, sha256 } : part))
    writeFileSync(join(at, MANIFEST), JSON.stringify({ ...manifest, parts }))
  })
}

test('for malformed keys, without quoting any of it', async () => {
  const plain = createReadStream(join(whole, KEYS_PART)).pipe(decryption(readIdentities(keys.identity)))
  const held = JSON.parse(String(await buffer(plain.pipe(createZstdDecompress())))) as Record<string, unknown>
  const texts = [
    pem,
    JSON.stringify({ ...held, digests: 'secret' }),
    JSON.stringify({ ...held, signed: { 'secret.txt': 'secret' } }),
    JSON.stringify({ ...held, key: 'secret' }),
  ]
  for (const text of texts) {
    const run = backup(settings, 'verify', await withKeys(text), '--identity', identity)
    await expectRefused(run, 'backup_altered', /keys\.age/, text === pem ? 'PRIVATE' : 'secret')
  }
  // unchanged
  const same = backup(settings, 'verify', await withKeys(JSON.stringify(held)), '--identity', identity)
  expect(await same).toBe(0)
})

test('for a manifest that was replaced while it is read', async () => {
  const copy = join(folder, 'exchanged')
  cpSync(whole, copy, { recursive: true })
  const manifest = join(copy, MANIFEST)
  const other = join(folder, 'other.json')
  writeFileSync(other, readFileSync(manifest, 'utf8').replace(/"events": ?\d+/, '"events":666'))
  rmSync(manifest)
  // somebody who controls the folder serves the signed file to the first reader, and then replaces it
  const serve = 'mkfifo "$1" && exec 3> "$1" && cat "$0" >&3 && mv "$2" "$1" && exec 3>&-'
  const served = execFile('sh', ['-c', serve, join(whole, MANIFEST), manifest, other])
  const ended = new Promise((resolve) => served.once('exit', resolve))
  await expect.poll(() => existsSync(manifest)).toBe(true)
  await expectRefused(
    backup(settings, 'verify', copy, '--key', signer.verifierKey),
    'backup_altered',
    /manifest\.json was exchanged while it was read/,
  )
  await ended
})

test('the runbook has every code, and no other', () => {
  const root = join(import.meta.dirname, '../..')
  const codes = readFileSync(join(import.meta.dirname, 'errors.ts'), 'utf8').match(/(?<= {2}\| ')\w+(?=')/g)!
  const [, table = ''] = readFileSync(join(root, 'docs/runbooks/backup.md'), 'utf8').split('\n## It refuses\n')
  const listed = table.split('\n').flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1]?.match(/\w+/g) ?? [])
  expect(listed.toSorted()).toEqual([...codes].toSorted())
})

test('an identity that is there is not overwritten, and the line says what to do', async () => {
  const before = readFileSync(identity, 'utf8')
  await expect(backup({}, 'key', identity)).rejects.toMatchObject({
    code: 'backup_file',
    message: expect.stringMatching(
      /identity\.txt is there already, and no identity is overwritten: name another file$/,
    ),
  })
  expect(readFileSync(identity, 'utf8')).toBe(before)
})
