// Games that one test has for itself: it voids one of their markets, or stops betting on them, where all tests share a book.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import type { Game } from '#services/contract/contract.ts'

/** Takes a game for one test of all that run at once, where none has it yet: a folder can be made but once. */
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
