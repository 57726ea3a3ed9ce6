// The auditor's command as a process of its own.
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LEDGER = join(import.meta.dirname, '../../services/auditor/ledger.js')

export type Ended = { code: number | null; out: string; err: string }

/** `env`: all of its environment but PATH. */
export function ledger(
  args: string[],
  env: Record<string, string>,
  { node = process.execPath, cwd = tmpdir() }: { node?: string; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(node, [LEDGER, ...args], { env: { PATH: process.env.PATH, ...env }, cwd })
  const ended = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    ended.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    ended.err += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...ended })))
}
