import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { endSession } from '#ui/lib/session.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { server } from './server.ts'
import './shown.ts'

// On a busy machine, code that loads lazily may take longer than the default second.
configure({ asyncUtilTimeout: 30_000 })

const undefinedReplies: string[] = []
server.events.on('request:unhandled', ({ request: { method, url } }) => {
  undefinedReplies.push(`${method} ${url}`)
})
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  endSession()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
  discardToasts()
  expect(undefinedReplies.splice(0)).toEqual([])
})
afterAll(() => server.close())

/** Modules outlive test files: notifications that nothing showed would reach the next test. */
function discardToasts() {
  const disconnect = receiveToasts(() => {})
  disconnect()
}
