// What is completed. The shells themselves run the scripts: nothing else would show that these work.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completions } from './completion.ts'
import { type Shell, scriptFor } from './shells.ts'

const offered = (line: string) => {
  const [end, ...words] = completions(line.split(' ').slice(1)).trimEnd().split('\n').toReversed()
  return { words: words.toReversed().map((word) => word.split('\t')[0]), files: end === ':files' }
}

describe('what is offered', () => {
  test.each([
    ['ledger ver', ['verify', 'verify-receipt']],
    ['ledger help ver', ['verify', 'verify-receipt']],
    ['ledger completion ', ['bash', 'zsh', 'fish']],
    ['ledger backup ', ['verify']],
    ['ledger export --format ', ['jsonl', 'csv', 'parquet', 'beancount']],
    ['ledger export --format p', ['parquet']],
    ['ledger verify --ch', ['--checkpoint']],
    ['ledger verify --checkpoint march.txt --k', ['--key']],
    ['ledger replay --only settings stop', ['stops']],
    ['ledger nothing ', []],
  ])('%s', (line, words) => {
    expect(offered(line)).toEqual({ words, files: false })
  })

  test.each([
    'ledger verify --checkpoint ',
    'ledger verify --checkpoint march.txt ',
    'ledger checkpoint --since ./m',
    'ledger verify-receipt ',
    'ledger verify-receipt --key abc+12 -o ',
    'ledger backup verify ',
    'ledger import ',
    'ledger export -o ',
    'ledger balances --json -o ',
    'ledger export --format csv --sign-with ',
  ])('%s: names of files', (line) => {
    expect(offered(line)).toEqual({ words: [], files: true })
  })

  test('is nothing where a name or a moment is asked for', () => {
    for (const line of ['ledger statement ', 'ledger balances --as-of ', 'ledger verify --key ', 'ledger balances '])
      expect(offered(line), line).toEqual({ words: [], files: false })
  })
})

const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`
const hasShell = (shell: Shell) => spawnSync(shell, ['-c', 'true']).status === 0
/** Some shells complete only on a terminal. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

// in a folder whose name has to be quoted, each waits for the tool once for each key
describe('a shell', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "fairbook completes '-"))
    mkdirSync(join(folder, 'backup-2026'))
    writeFileSync(join(folder, 'march.txt'), '')
    for (const shell of ['bash', 'zsh', 'fish'] as const)
      writeFileSync(join(folder, `${shell}.script`), scriptFor(shell))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const started = (command: string, args: string[], input: string) =>
    spawnSync(command, args, {
      input,
      cwd: folder,
      encoding: 'utf8',
      env: { PATH, HOME: folder, TERM: 'dumb', PS1: '> ' },
    })

  test('bash: reads the script twice without a word, and has the command', () => {
    const { status, stdout, stderr } = started(
      'bash',
      ['--norc', '--noprofile'],
      [...['source bash.script', 'source bash.script', 'ledger --version']].join('\n'),
    )
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  test('bash: has it after the line that the page for auditors has, typed in a clone', () => {
    const root = join(import.meta.dirname, '../../..')
    const [line] = /^source <\(npx ledger .*$/m.exec(readFileSync(join(root, 'docs/audit.md'), 'utf8'))!
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile'], {
      input: `${line}\ncd /\nledger --version\ncomplete -p ledger\n`,
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/^[\d.]+\ncomplete -o default -F _ledger ledger\n$/),
    ])
  })

  test('bash: leaves a command of that name alone', () => {
    const { stdout } = started(
      'bash',
      ['--norc', '--noprofile'],
      'ledger() { echo mine; }\nsource bash.script\nledger\n',
    )
    expect(stdout).toBe('mine\n')
  })

  test('bash: runs nothing of the line that it completes', () => {
    const line = [
      'source bash.script',
      `COMP_WORDS=(ledger verify --key '$(touch run)' --ch)`,
      'COMP_CWORD=4',
      '_ledger',
    ]
    const { stdout } = started(
      'bash',
      ['--norc', '--noprofile'],
      `${[...line, 'echo "$COMPREPLY"', 'ls'].join('\n')}\n`,
    )
    expect(stdout).toMatch(/^--checkpoint\n/)
    expect(stdout.split('\n')).not.toContain('run')
  })

  /** What each line becomes when tab is pressed at its end, as `shell` echoes it. */
  async function typed(shell: string, lines: readonly string[]): Promise<string[]> {
    const child = spawn('script', ['-qec', shell, '/dev/null'], {
      cwd: folder,
      env: { PATH, HOME: folder, TERM: 'dumb', PS1: '> ', INPUTRC: '/dev/null' },
    })
    let out = ''
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString()
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    const until = (text: string) => expect.poll(() => out, { timeout: 60_000, interval: 20 }).toContain(text)
    const name = shell.split(' ')[0]!
    child.stdin.write(`source ${name}.script; echo rea''dy\n`)
    await until('ready')
    for (const [index, line] of lines.entries()) {
      // go to the beginning of the line, to echo what it has become
      child.stdin.write(`${line}\t\u0001echo got${index}: \n`)
      await until(`\ngot${index}:`)
    }
    child.stdin.end('exit\n')
    await ended
    return lines.map((_, index) => new RegExp(`\\ngot${index}: *(.*?) *\\r?\\n`).exec(out)![1]!.replace(/\/$/, ''))
  }

  const LINES = [
    ['ledger verify-r', 'ledger verify-receipt'],
    ['ledger verify --checkp', 'ledger verify --checkpoint'],
    ['ledger verify --checkpoint mar', 'ledger verify --checkpoint march.txt'],
    ['ledger backup verify back', 'ledger backup verify backup-2026'],
    ['ledger export --format par', 'ledger export --format parquet'],
    ['ledger statement mar', 'ledger statement mar'],
  ] as const

  test.skipIf(!hasTerminal)('bash: completes commands, options and names of files', async () => {
    expect(
      await typed(
        'bash --norc --noprofile -i',
        LINES.map(([line]) => line),
      ),
    ).toEqual(LINES.map(([, line]) => line))
  })

  const canZsh = hasTerminal && hasShell('zsh')
  test.skipIf(!canZsh)(`zsh: the same${canZsh ? '' : ' (not on this machine)'}`, async () => {
    expect(
      await typed(
        'zsh -f -i',
        LINES.map(([line]) => line),
      ),
    ).toEqual(LINES.map(([, line]) => line))
  })

  const canFish = hasShell('fish')
  test.skipIf(!canFish)(`fish: the same${canFish ? '' : ' (not on this machine)'}`, () => {
    const asked = LINES.map(([line]) => `complete -C '${line}'`)
    const script = ['source fish.script', 'ledger --version', ...asked].join('\n')
    const { stdout, stderr } = started('fish', ['--no-config', '-c', script], '')
    expect(stderr).toBe('')
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0])
    expect(lines).toEqual([
      expect.stringMatching(/^\d/),
      ...['verify-receipt', '--checkpoint', 'march.txt', 'backup-2026/', 'parquet'],
    ])
  })
})
