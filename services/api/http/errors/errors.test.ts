// Each code has one status and one text, wherever it is used.
import { describe, expect, test } from 'vitest'
import { type RefusalCode, refusalTexts } from '#domain/refusals.ts'
import { ApiError, errorCodes } from './errors.ts'
import { refusalStatus } from './refusal-status.ts'

const refusalCodes = Object.keys(refusalTexts) as RefusalCode[]

describe('every refusal of a decider', () => {
  test.each(refusalCodes)('%s is a client error with the domain’s text', (code) => {
    const { status, reply } = new ApiError(code)
    expect(status).toBe(refusalStatus[code])
    expect([400, 403, 404, 409]).toContain(status)
    expect(reply).toEqual({ error: refusalTexts[code], code })
  })
  test('has a status, and nothing else has', () =>
    expect(Object.keys(refusalStatus).sort()).toEqual([...refusalCodes].sort()))
})

test('no code is defined twice or lacks a text', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length)
  for (const code of errorCodes) expect(new ApiError(code).message).not.toBe('')
})
