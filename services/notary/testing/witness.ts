// A witness for tests: a server that follows the rules of c2sp.org/tlog-witness for one log, written from the
// specification alone, since a test cannot use a public one.
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rootsFrom } from '#services/transparency/testing/verification.ts'

type Head = { readonly size: number; readonly root: Buffer }

export type TestWitness = {
  readonly name: string
  readonly verifierKey: string
  /** Its address and key, in the form of LOG_WITNESSES. */
  readonly setting: string
  /** What it cosigned last. */
  head: Head
  /** A status to reply with instead of following the rules. */
  answers: number | null
  /** Accepts requests and never replies. */
  hangs: boolean
  /** How often it was asked. */
  asked: number
  /** Every status that it has replied with. */
  readonly answered: number[]
  /** Continues at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

const EMPTY: Head = { size: 0, root: createHash('sha256').digest() }
const rawOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).subarray(-32)
const idOf = (name: string, typed: Buffer) =>
  createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)

/** `logKey`: the verifier key of the log that it knows, once that exists. */
export async function startTestWitness(name: string, logKey: () => Promise<string | undefined>): Promise<TestWitness> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const typed = Buffer.concat([Buffer.of(4), rawOf(publicKey)])
  const id = idOf(name, typed)
  const verifierKey = `${name}+${id.toString('hex')}+${typed.toString('base64')}`
  let server: Server | null = null
  let port = 0

  async function judge(body: string): Promise<[status: number, text: string, type?: string]> {
    const [lines = '', text = '', signatures = ''] = body.split('\n\n')
    const [old = '', ...proof] = lines.split('\n')
    const [origin, size, root] = text.split('\n')
    const [, older] = /^old (0|[1-9]\d*)$/.exec(old) ?? []
    if (older === undefined || size === undefined || root === undefined) return [400, 'no such request']
    const known = await logKey()
    if (known === undefined || origin !== known.split('+')[0]) return [404, 'unknown log']
    if (!isSigned(known, `${text}\n`, signatures)) return [403, 'not signed by the log']
    if (Number(older) > Number(size)) return [400, 'the old size is the larger one']
    const { head } = witness
    if (Number(older) !== head.size) return [409, `${head.size}\n`, 'text/x.tlog.size']
    const next = { size: Number(size), root: Buffer.from(root, 'base64') }
    if (
      !isConsistent(
        head,
        next,
        proof.map((one) => Buffer.from(one, 'base64')),
      )
    )
      return [422, 'no such tree']
    witness.head = next
    const time = Math.floor(Date.now() / 1_000)
    const signed = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}\n`), privateKey)
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(BigInt(time))
    return [200, `— ${name} ${Buffer.concat([id, stamp, signed]).toString('base64')}\n`]
  }

  async function answer(body: string, reply: ServerResponse): Promise<void> {
    witness.asked += 1
    if (witness.hangs) return
    const [status, text, type = 'text/plain'] =
      witness.answers === null ? await judge(body) : ([witness.answers, 'no\n'] as const)
    witness.answered.push(status)
    reply.writeHead(status, { 'content-type': type }).end(text)
  }

  const witness: TestWitness = {
    name,
    verifierKey,
    get setting() {
      return `http://127.0.0.1:${port} ${verifierKey}`
    },
    head: EMPTY,
    answers: null,
    hangs: false,
    asked: 0,
    answered: [],
    async start() {
      const started = createServer((request, reply) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => void answer(Buffer.concat(parts).toString(), reply))
      })
      await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
      port = (started.address() as AddressInfo).port
      server = started
    },
    async stop() {
      const stopped = server
      server = null
      stopped?.closeAllConnections()
      await new Promise<void>((resolve) => (stopped === null ? resolve() : stopped.close(() => resolve())))
    },
  }
  await witness.start()
  return witness
}

function isSigned(verifierKey: string, text: string, signatures: string): boolean {
  const [, name, key] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(verifierKey)!
  const typed = Buffer.from(key!, 'base64')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: typed.subarray(1).toString('base64url') }
  return signatures.split('\n').some((line) => {
    const [, signer, base64] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = Buffer.from(base64 ?? '', 'base64')
    if (signer !== name || !bytes.subarray(0, 4).equals(idOf(name!, typed))) return false
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes.subarray(4))
  })
}

function isConsistent(head: Head, next: Head, proof: readonly Buffer[]): boolean {
  if (head.size === 0) return proof.length === 0
  if (head.size === next.size) return proof.length === 0 && head.root.equals(next.root)
  const roots = rootsFrom(head.size, next.size, head.root, proof)
  return roots?.[0].equals(head.root) === true && roots[1].equals(next.root)
}
