// What the tests need of the machine beyond npm: a Chromium and a Redis server. Installed where that is possible
// (root on Debian), otherwise named, with the command that would install them.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const onPath = (program: string): string | null => {
  const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== null

/** Installs what is missing where it can. */
export function installMissing(say: (line: string) => void): void {
  const missing = [
    findChromium() === null ? ['chromium', 'fonts-noto-color-emoji'] : [],
    findRedis() === null ? ['redis-server'] : [],
  ].flat()
  if (missing.length === 0) return
  if (!mayInstall()) {
    say(`Not installed here: ${missing.join(', ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
    return
  }
  say(`Installing ${missing.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env, stdio: 'ignore' })
  } catch {
    say(`Could not install ${missing.join(', ')}; what needs it is skipped.`)
  }
}
