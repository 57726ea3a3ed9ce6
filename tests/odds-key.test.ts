// The key of the odds provider stays with the processes that call the provider: nothing in the browser ever names it.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { environmentOf } from '#services/platform/process/service-environment.ts'

const KEY = '0123456789abcdef0123456789abcdef'

describe('ODDS_API_KEY', () => {
  it('is named by no file that the pages are built from', () => {
    const files = globSync(
      ['ui/*.{ts,html}', 'ui/src/**/*', 'ui/public/**/*', 'services/contract/**/*', 'domain/**/*.ts'],
      {
        withFileTypes: true,
      },
    ).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(200)
    for (const { parentPath, name } of files) {
      expect(readFileSync(`${parentPath}/${name}`, 'utf8'), name).not.toMatch(/ODDS_API|apiKey=/)
    }
  })

  it('is not a variable that Vite gives to pages', () => {
    // its default prefix, which nothing widens
    expect(readFileSync('ui/vite.config.ts', 'utf8')).not.toMatch(/envPrefix|define\s*:/)
  })

  it('is given only to api and worker', () => {
    const holders = (['api', 'worker', 'projector', 'simulator'] as const).filter((service) =>
      Object.values(environmentOf({ ODDS_API_KEY: KEY }, service)).includes(KEY),
    )
    expect(holders).toEqual(['api', 'worker'])
    expect(environmentOf({ ODDS_API_KEY: KEY })).toEqual({})
  })
})
