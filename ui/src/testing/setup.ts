import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { endSession } from '#ui/lib/session.ts'
import { server } from './server.ts'
import './shown.ts'

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  endSession()
  localStorage.clear()
})
afterAll(() => server.close())
