// Section 8 of the specification: each text is used literally by the screens or the api. Whether it is shown is tested
// with the screens and the calls.
import { expect, test } from 'vitest'
import { ApiError, errorCodes } from '#services/api/http/errors/errors.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { messages } from '#ui/lib/messages.ts'

const CATALOGUE = [
  'Signup failed',
  'Sign in failed',
  'Failed to fetch event data from Odds API',
  'Event not found or no data returned from API.',
  'Event not found in scores data',
  'Not authenticated',
  'Failed to fetch bets',
  'Error loading bets: {message}',
  'An unknown error occurred.',
  'Failed to place bet.',
  'Bet placement timed out. Please try again.',
  'Unauthorized',
  'Unauthorized: Admin access required',
  'Failed to update balance',
  'Failed to create user',
  'Failed to load Games of the Day',
  'No games to update',
  'Failed to update Games of the Day',
  'Failed to load league blacklist',
  'Failed to blacklist league',
  'Failed to unblacklist league',
  'Failed to load admin users',
  'Failed to add admin',
  'Failed to change password',
  'Failed to remove admin',
  'Failed to update admin balance',
  'Error updating user status',
  '✅ Admin balance updated successfully',
  '❌ Error: {message}',
]

/** All texts of the screens, with {message} where one is filled in. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  if (typeof value !== 'function' || value.length !== 1) return []
  try {
    return textsOf(value('{message}'))
  } catch {
    // it takes something other than a text
    return []
  }
}

const known = new Set([
  ...textsOf([messages, admin, floats, inSlip]),
  ...errorCodes.map((code) => new ApiError(code).reply.error),
])

test.each(CATALOGUE)('%s', (text) => expect([...known]).toContain(text))

test('a reply that is not JSON is quoted from its start', () => {
  expect(messages.errors.notJson('<html>')).toContain('<html>')
})
