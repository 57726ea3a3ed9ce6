// The check before a commit, and how it gets into a clone: with real git and Biome, on a small repository.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const HAS_GIT = spawnSync('git', ['--version']).status === 0

/** Empty, for npm and the like to keep things in. */
const home = mkdtempSync(join(tmpdir(), 'fairbook-pre-commit-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-pre-commit-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Without the settings of whoever runs the tests, or of a commit during which they run. */
const env: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
}
function run(command: string, args: string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const git = (...args: string[]) => run('git', args)
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

/** A repository with the project's hooks and Biome; types and rules pass or fail as their scripts say. */
function repository(): void {
  git('init', '--quiet')
  for (const file of ['.githooks', 'biome.json', '.gitignore'])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  for (const tool of ['biome', 'node']) symlinkSync(join(ROOT, 'node_modules/.bin', tool), join(bin, tool))
  tool('vitest', 'true')
  types('true')
  expect(run('sh', ['.githooks/install.sh']).status).toBe(0)
}
function tool(name: string, script: string): void {
  const file = `node_modules/.bin/${name}`
  write(file, `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, file), 0o755)
}
const types = (script: string) => write('package.json', `{ "scripts": { "types": ${JSON.stringify(script)} } }\n`)
const commit = () => git('commit', '--quiet', '-m', 'change')

const GOOD = 'export const stake = 1\n'
const BAD = 'export  const stake = 1;\n'

describe.skipIf(!HAS_GIT)('a commit', () => {
  beforeEach(repository)

  test('is made if everything is formatted and right', () => {
    write('bet.ts', GOOD)
    git('add', 'bet.ts')
    expect(commit()).toEqual({ status: 0, output: '' })
  })

  test('of a badly formatted file is refused', () => {
    write('bet.ts', BAD)
    git('add', 'bet.ts')
    const { status, output } = commit()
    expect(status).toBe(1)
    expect(output).toContain('bet.ts')
    expect(output).toContain('pre-commit: format-and-lint refused this commit')
  })

  test('of a file with an unused import is refused', () => {
    write('bet.ts', `import { join } from 'node:path'\n\n${GOOD}`)
    git('add', 'bet.ts')
    expect(commit().output).toContain('noUnusedImports')
  })

  test('is refused because of what is staged, not of what is in the working tree', () => {
    write('bet.ts', BAD)
    git('add', 'bet.ts')
    write('bet.ts', GOOD)
    expect(commit().output).toContain('bet.ts: what is staged of it is not formatted')
    git('add', 'bet.ts')
    write('other.ts', BAD)
    expect(commit().status).toBe(0)
  })

  test('is refused if types or the rules of the sources are broken', () => {
    write('bet.ts', GOOD)
    git('add', 'bet.ts')
    types('echo "bet.ts: no such type" && false')
    tool('vitest', 'echo "a room imports upwards: $*" && false')
    const { status, output } = commit()
    expect(status).toBe(1)
    expect(output).toContain('bet.ts: no such type\npre-commit: types refused this commit')
    expect(output).toContain('a room imports upwards: run --project sources')
    expect(output).not.toContain('format-and-lint')
  })

  test('without the tools is refused, and says what to do', () => {
    rmSync(join(folder, 'node_modules'), { recursive: true })
    write('bet.ts', GOOD)
    git('add', 'bet.ts')
    expect(commit()).toEqual({ status: 1, output: 'pre-commit: the tools are missing: npm ci\n' })
  })
})

describe.skipIf(!HAS_GIT)('npm ci installs the hooks', () => {
  const prepare = (cwd = folder) => run('npm', ['run', '--silent', 'prepare'], cwd)
  const hooksPath = () => git('config', '--get', 'core.hooksPath').output.trim()
  const project = (path: string, files = ['package.json', '.githooks']) => {
    mkdirSync(path, { recursive: true })
    for (const file of files) cpSync(join(ROOT, file), join(path, file), { recursive: true })
  }

  test('in a clone, whose hook git can run', () => {
    git('init', '--quiet')
    project(folder)
    expect(prepare()).toEqual({ status: 0, output: '' })
    expect(hooksPath()).toBe('.githooks')
    expect(existsSync(join(folder, '.githooks/pre-commit'))).toBe(true)
    expect(run('test', ['-x', '.githooks/pre-commit']).status).toBe(0)
  })

  test('but not over existing hooks', () => {
    git('init', '--quiet')
    git('config', 'core.hooksPath', 'mine')
    project(folder)
    expect(prepare()).toEqual({ status: 0, output: '' })
    expect(hooksPath()).toBe('mine')
  })

  test('nor in a repository that only holds an unpacked copy', () => {
    git('init', '--quiet')
    project(join(folder, 'vendor'))
    expect(prepare(join(folder, 'vendor'))).toEqual({ status: 0, output: '' })
    expect(hooksPath()).toBe('')
  })

  test('and passes without a repository, without git, or with nothing but package.json', () => {
    project(folder)
    expect(prepare()).toEqual({ status: 0, output: '' })
    const withoutGit = spawnSync('/bin/sh', ['.githooks/install.sh'], { cwd: folder, env: { PATH: folder } })
    expect([withoutGit.status, String(withoutGit.stderr)]).toEqual([0, ''])
    project(join(folder, 'image'), ['package.json'])
    expect(prepare(join(folder, 'image'))).toEqual({ status: 0, output: '' })
  })
})
