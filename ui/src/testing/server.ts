// The HTTP mock of component tests: each test says what the server answers, anything else fails the test.
import { setupServer } from 'msw/node'

export const server = setupServer()
