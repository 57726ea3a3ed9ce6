// Games reserved for one test each: it voids one of their markets, or stops betting on them, while all tests share a
// book.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import type { Game } from '#services/contract/contract.ts'

/** Reserves a game for one test of all that run at once. False if it is taken: a folder can be created only once. */
export function take({ id }: Game): boolean {
  const taken = join(test.info().project.outputDir, 'taken')
  mkdirSync(taken, { recursive: true })
  try {
    mkdirSync(join(taken, id))
    return true
  } catch {
    return false
  }
}
