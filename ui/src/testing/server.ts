// The mock server of component tests. Each test defines its replies; any other request fails the test.
import { setupServer } from 'msw/node'

export const server = setupServer()
