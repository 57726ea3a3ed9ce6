// The Dockerfile, and what is left out of its image.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const { dependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

test('the image runs on the Node of the tests, as an unprivileged user, and checks itself', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toContain(`node:${dependencies!.node}-`)
  const product = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(product).toMatch(/^USER node$/m)
  expect(product).toMatch(/^HEALTHCHECK /m)
  const script = /CMD \["node", "([^"]+)"\]/.exec(product)![1]!
  expect(existsSync(join(ROOT, script))).toBe(true)
})

test('the image contains neither the history nor what is kept or built here', () => {
  const left = read('.dockerignore').split('\n')
  for (const name of ['.git', '.data', '**/node_modules', 'tests']) expect(left).toContain(name)
  // and what a runbook tells operators to put beside it
  const secret = ['.env', 'secrets', '*.pem', 'identity.txt', '*.dump']
  for (const file of ['.dockerignore', '.gitignore'])
    expect(read(file).split('\n')).toEqual(expect.arrayContaining(secret))
})
