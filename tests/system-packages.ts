// What the tests need of the machine beyond npm: a Chromium, a Redis server and Beancount. Installed if possible (as
// root on Debian), otherwise named, with the command that would install them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const onPath = (program: string): string | null => {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Chromium without a window, which takes half as long: the full one draws its own frame around every page. */
const HEADLESS = 'chromium-headless-shell'
const CHROMIUMS = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FONTS = 'fonts-noto-color-emoji'
const CHROMIUM = ['chromium', FONTS] as const
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Path of a Chromium to drive, or null. CHROMIUM_PATH wins. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && existsSync(named)) return named
  for (const program of CHROMIUMS) {
    const path = onPath(program)
    if (path !== null) return path
  }
  if (existsSync(MAC_CHROME)) return MAC_CHROME
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

export const findRedis = (): string | null => onPath('redis-server')

type Has = (program: string) => boolean
const isOnPath: Has = (program) => onPath(program) !== null

/**
 * Programs without which a part is skipped. `packages`: Debian packages, if they are worth the time; null if the
 * program is only used when present.
 */
const PROGRAMS: readonly (readonly [program: string, part: string, packages: readonly string[] | null])[] = [
  ['redis-server', 'job tests on Redis', ['redis-server']],
  ['bean-check', 'the book of an export, as Beancount reads it', ['beancount']],
  ['script', 'completion in a terminal', null],
  ['zsh', 'completion in zsh', null],
  ['fish', 'completion in fish', null],
  ['groff', 'the manual page, as man reads it', null],
  ['openssl', 'the log of a database over TLS', null],
  ['git', 'the check before a commit', null],
]

/** Each with the reason. */
export const skippedParts = (has = isOnPath): string[] =>
  PROGRAMS.flatMap(([program, part]) => (has(program) ? [] : [`${part}: no ${program} on this machine`]))

/** Packages of each program that is missing and worth the time. */
export const missingPackages = (has = isOnPath): (readonly string[])[] =>
  PROGRAMS.flatMap(([program, , packages]) => (packages === null || has(program) ? [] : [packages]))

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== null

/** Resolve when what a part of the tests needs is there, or cannot be had. */
export type Installing = { readonly forServer: Promise<void>; readonly chromium: Promise<void> }

/**
 * Installs what is missing if it can, one after the other while other work is done: first what the server's tests need.
 */
export function installMissing(say: (line: string) => void): Installing {
  const others = missingPackages()
  if (!mayInstall()) {
    const names = [...(findChromium() === null ? [CHROMIUM] : []), ...others].flat().join(' ')
    if (names !== '') say(`Not installed here: ${names}. On Debian: sudo apt-get install ${names}`)
    return { forServer: Promise.resolve(), chromium: Promise.resolve() }
  }
  const isDrawn = process.env.CHROMIUM_PATH !== undefined || onPath(HEADLESS) !== null
  const listed = isDrawn && others.length === 0 ? Promise.resolve() : aptGet('update').then(() => undefined)
  const forServer = listed.then(async () => {
    for (const packages of others) await install(packages, say)
  })
  const chromium = forServer.then(async () => {
    if (!isDrawn) await install([HEADLESS, FONTS], say)
    if (findChromium() === null) await install(CHROMIUM, say)
  })
  return { forServer, chromium }
}

async function install(packages: readonly string[], say: (line: string) => void): Promise<void> {
  say(`Installing ${packages.join(', ')}`)
  if (!(await aptGet('install', '-y', '--no-install-recommends', ...packages)))
    say(`Could not install ${packages.join(', ')}`)
}

/** Whether it succeeded. */
function aptGet(...args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve) => {
    const child = spawn('apt-get', ['-qq', ...args], { env, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
