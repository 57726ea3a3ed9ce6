// The table of commands, and everything that is made from it.
import { spawnSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { COMMANDS, EXIT_CODES } from '../commands/commands.ts'
import { EXIT } from '../report/report.ts'
import { manualPage } from './manual-page.ts'
import { createProgram, type Flags } from './program.ts'

type Asked = { name: string; argument: string | null; flags: Flags }

/** The command that a line calls; throws if it cannot be parsed. */
async function parse(line: string): Promise<Asked | null> {
  let asked: Asked | null = null
  const program = createProgram(async ({ name }, argument, flags) => {
    asked = { name, argument, flags }
  })
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
  }
  await program.parseAsync(line.split(' ').slice(1), { from: 'user' })
  return asked
}

/** What is printed while a line is parsed. */
async function printed(args: string[]): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  try {
    await createProgram(async () => undefined).parseAsync(args, { from: 'user' })
  } catch (error) {
    if ((error as { exitCode?: number }).exitCode !== 0) throw error
  } finally {
    log.mockRestore()
    write.mockRestore()
  }
  return lines.join('\n')
}

const examples = COMMANDS.flatMap(({ name, examples }) => examples.map(({ line }) => ({ name, line })))

describe('the table', () => {
  test.each(examples)('an example can be typed: $line', async ({ name, line }) => {
    expect(await parse(line)).toMatchObject({ name })
    // a shell would take what follows for a comment
    expect(line).not.toMatch(/ #/)
  })

  test('names each command once, and its schema with a version', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length)
    for (const { name, schema } of COMMANDS) if (schema !== null) expect(schema).toMatch(`fairbook-${name}/1`)
  })

  test.each(['trace', 'evidence'])('says how far %s judges', async (name) => {
    const help = (await printed(['help', name])).replace(/\s+/g, ' ')
    expect(help).toContain('judged up to the last event of the story')
    expect(help).toContain('ledger verify judges all of it')
  })

  test('explains every exit code', () => {
    expect(EXIT_CODES.map(([code]) => code).toSorted()).toEqual(Object.values(EXIT).toSorted())
  })

  test('refuses what is not in it', async () => {
    for (const line of ['ledger veryfy', 'ledger verify --nonsense', 'ledger verify more']) {
      await expect(parse(line), line).rejects.toMatchObject({ exitCode: 1 })
    }
  })
})

describe.each(COMMANDS)('ledger $name', ({ name, details, examples, options }) => {
  test('its help teaches by examples', async () => {
    const help = await printed(['help', name])
    for (const { line, says } of examples) expect(help).toContain(`  ${line}\n      ${says}`)
    for (const text of [...details, 'Exit codes: 0 clean, 1 findings']) expect(help).toContain(text)
  })

  test('is completed, with its options', async () => {
    expect(await printed(['complete', '--', name.slice(0, 2)])).toMatch(new RegExp(`^${name}\t`, 'm'))
    const offered = await printed(['complete', '--', name, '--'])
    for (const { flags } of options) expect(offered).toMatch(new RegExp(`^${/--[a-z-]+/.exec(flags)![0]}\t`, 'm'))
  })

  test('stands in the manual', () => {
    const page = manualPage()
    for (const text of [`ledger ${name}`, ...options.map(({ flags }) => flags), ...examples.map(({ line }) => line)]) {
      expect(page).toContain(text.replaceAll('-', '\\-'))
    }
  })
})

const hasGroff = spawnSync('groff', ['--version']).status === 0
test.skipIf(!hasGroff)('the manual is read by man without a warning', () => {
  const { status, stderr, stdout } = spawnSync('groff', ['-man', '-Tascii', '-P-cbou', '-ww'], { input: manualPage() })
  expect([status, String(stderr)]).toEqual([0, ''])
  expect(String(stdout)).toContain('EXIT STATUS')
})
