// Where the routes are, and how their tree is written.
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const ROUTES = {
  target: 'react' as const,
  autoCodeSplitting: true,
  routesDirectory: `${root}src/routes`,
  generatedRouteTree: `${root}src/routeTree.gen.ts`,
  addExtensions: true,
  quoteStyle: 'single' as const,
  semicolons: false,
  disableLogging: true,
}
