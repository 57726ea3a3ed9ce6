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
        },
      },
      'ui/vite.config.ts',
    ],
  },
})
