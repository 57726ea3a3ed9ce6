// Every route, on a wide screen and on a phone: its title, nothing beyond the edge, and no axe violations in either
// theme.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkThemes } from './check.ts'
import { type Account, enterAs, expect, type People, test } from './fixtures.ts'
import { addressOf, VISITS, type Visit, visit } from './routes.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** One bettor and one admin per worker, since these tests only look. */
const accounts = new Map<Visit['as'], Account>()

async function accountOf(as: 'bettor' | 'admin', people: People): Promise<Account> {
  const account = accounts.get(as) ?? (await (as === 'admin' ? people.admin() : people.bettor(30)))
  accounts.set(as, account)
  return account
}

for (const one of VISITS) {
  const { path, title, as } = one
  test(path, async ({ page, games, people }) => {
    if (as !== undefined) await enterAs(page, await accountOf(as, people))
    await visit(page, await addressOf(one, games))
    await expect(page).toHaveTitle(title instanceof RegExp ? title : `${title} · Fairbook`)
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0)
    await checkThemes(page, path)
  })
}

test('every route of the tree is visited', { tag: '@desktop' }, () => {
  const tree = readFileSync(join(import.meta.dirname, '../src/routeTree.gen.ts'), 'utf8')
  const paths = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1]?.match(/'[^']+'/g) ?? []
  const routes = new Set(paths.map((path) => path.slice(1, -1)))
  expect(routes.size).toBeGreaterThan(15)
  expect([...routes].filter((route) => !VISITS.some((known) => known.route === route))).toEqual([])
})
