import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { endSession } from '#ui/lib/session.ts'
import { server } from './server.ts'
import './shown.ts'

// On a busy machine, code that loads lazily may take longer than the default second.
configure({ asyncUtilTimeout: 5_000 })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  endSession()
  localStorage.clear()
})
afterAll(() => server.close())
