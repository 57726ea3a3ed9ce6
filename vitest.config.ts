import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{domain,projections,services,tests,bench}/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts'],
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
