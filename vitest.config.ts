import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Rules that the files of the project keep: quick, since nothing but files is read. Also run before each commit. */
const SOURCES = ['architecture', 'dangerous-calls', 'file-sizes', 'paths', 'security-table'].map(
  (name) => `tests/${name}.test.ts`,
)

// many tests mostly wait for Postgres or for processes of the product: even two cores can take two at a time
const maxWorkers = Math.max(2, availableParallelism() - 1)

// processes of the product start in half the time
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') }

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: { name: 'sources', environment: 'node', include: SOURCES, maxWorkers },
      },
      {
        test: {
          name: 'server',
          maxWorkers,
          env,
          environment: 'node',
          include: ['{domain,projections,services,tests,bench}/**/*.test.ts'],
          exclude: SOURCES,
          // modules are loaded once per worker instead of once per file
          isolate: false,
          globalSetup: ['tests/postgres-cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // a condition is waited for as long as a busy machine may need
          expect: { poll: { timeout: 15_000 } },
        },
      },
      'ui/vite.config.ts',
    ],
  },
})
