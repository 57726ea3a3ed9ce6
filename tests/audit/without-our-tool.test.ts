// The script of docs/runbooks/without-our-tool.md, which shares nothing with the product but the formats.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '#services/notary/testing/notary.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { ask } from './asking.ts'
import { openSignedLog, type SignedLog } from './signed-log.ts'

const DOC = join(import.meta.dirname, '../../docs/runbooks/without-our-tool.md')
const [, SCRIPT] = /```bash\n(.*?)```/s.exec(readFileSync(DOC, 'utf8'))!
const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-without-'))
const hasTools = spawnSync('bash', ['-c', 'openssl version && od --version && base64 --version']).status === 0

let signed: SignedLog
beforeAll(async () => {
  signed = await openSignedLog()
  writeFileSync(join(FOLDER, 'check.sh'), SCRIPT!)
})
afterAll(async () => {
  await signed.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

function check(text: string, key = signed.newest.key) {
  writeFileSync(join(FOLDER, 'file'), text)
  const { status, stdout } = spawnSync('bash', ['check.sh', 'file', key], { cwd: FOLDER, encoding: 'utf8' })
  return { status, out: stdout }
}
const receiptOf = async (number: number) => (await ask({ url: signed.database.url }, 'prove', {}, String(number))).text

describe.skipIf(!hasTools)('with OpenSSL and a shell', () => {
  test('a receipt is right, at the edges of the tree too', async () => {
    const { rows } = await signed.owner.query<{ body: string }>('select body from log.events order by position')
    for (const number of [0, 1, 256, signed.size - 2, signed.size - 1]) {
      const { status, out } = check(await receiptOf(number))
      expect([status, out]).toEqual([
        0,
        expect.stringContaining(`this is event ${number} of them:\n${rows[number]!.body}\n`),
      ])
    }
  })

  test('a checkpoint is right', () => {
    for (const { note, key } of [signed.earlier, signed.newest]) {
      const [, size, root] = note.split('\n')
      expect(check(note, key)).toEqual({
        status: 0,
        out: expect.stringContaining(`signed: ${size} events, root ${root}`),
      })
    }
  })

  test('nothing that was changed is right', async () => {
    const receipt = await receiptOf(300)
    const lines = receipt.split('\n')
    const with_ = (line: number, to: string) => lines.map((was, at) => (at === line ? to : was)).join('\n')
    const event = Buffer.from(lines[1]!.slice('extra '.length), 'base64').toString()
    const changed = [
      with_(1, `extra ${Buffer.from(event.replace('"', "'")).toString('base64')}`),
      with_(2, 'index 301'),
      with_(3, lines[4]!),
      lines.filter((_, at) => at !== 3).join('\n'),
      with_(3, `${lines[3]}\n${lines[3]}`),
      receipt.replace(`\n${signed.size}\n`, `\n${signed.size - 1}\n`),
    ]
    for (const text of changed)
      expect(check(text)).toEqual({ status: 1, out: expect.stringContaining('proves nothing') })
    const { verifierKey } = new NoteSigner('fairbook.example/log', newKey())
    expect(check(receipt, verifierKey)).toEqual({ status: 1, out: 'proves nothing: this key has not signed it\n' })
  })
})
