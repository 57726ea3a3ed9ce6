// public/theme.js sets the theme before the first paint.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8')

function themeWith(getItem: () => string | null): string | undefined {
  const dataset: { theme?: string } = {}
  const document = { documentElement: { dataset }, querySelector: () => null }
  runInNewContext(source, { document, localStorage: { getItem } })
  return dataset.theme
}

it.each([
  ['dark where none was chosen', null, 'dark'],
  ['the one that was chosen', 'light', 'light'],
  ['dark where something else is stored', 'blue', 'dark'],
])('is %s', (_, stored, theme) => expect(themeWith(() => stored)).toBe(theme))

it('is dark where storage is blocked', () =>
  expect(
    themeWith(() => {
      throw new Error('blocked')
    }),
  ).toBe('dark'))
