// An older version of the project, from its own commit.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const LOCK = 'package-lock.json'

export type Release = {
  /** Its checkout. */
  readonly root: string
  readonly commit: string
  /** How many commits ago. */
  readonly age: number
  remove(): void
}

const git = (...args: string[]): string => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim()

/** Of a commit, tag or branch. Throws an error with a one-line message if there is none. */
export function commitOf(ref: string): string {
  try {
    const asked = ['-C', ROOT, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
    return execFileSync('git', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    throw new Error(`--from ${ref}: there is no such commit, tag or branch here`, { cause: error })
  }
}

/** `ref`: a commit, tag or branch. Installs its packages if they differ from this checkout's. */
export function checkOut(ref: string): Release {
  const commit = commitOf(ref)
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-release-'))
  const root = join(folder, 'checkout')
  const remove = () => {
    git('worktree', 'remove', '--force', root)
    rmSync(folder, { recursive: true, force: true })
  }
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  try {
    const isSame = readFileSync(join(root, LOCK)).equals(readFileSync(join(ROOT, LOCK)))
    if (isSame) symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    else execFileSync('npm', ['ci'], { cwd: root, stdio: 'ignore' })
    return { root, commit, age: Number(git('rev-list', '--count', `${commit}..HEAD`)), remove }
  } catch (error) {
    remove()
    throw error
  }
}
