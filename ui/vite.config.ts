import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { createGroups } from './scripts/chunks.ts'
import { firstPaint } from './scripts/first-paint.ts'
import { offlineVersion } from './scripts/offline-version.ts'
import { precompress } from './scripts/precompress.ts'
import { ROUTES } from './scripts/route-tree.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`
/** The addresses that the api serves; all others belong to the screens. */
const proxy = { '^/(api|healthz|readyz|openapi\\.json)(/|\\?|$)': { target: api, changeOrigin: false } }
/** Tests import the components themselves, so the route tree is neither generated nor split there. */
const testing = process.env.VITEST !== undefined

export default defineConfig({
  root,
  plugins: [
    testing ? [] : tanstackRouter(ROUTES),
    react(),
    tailwindcss(),
    firstPaint(),
    offlineVersion(),
    precompress(),
  ],
  build: {
    outDir: `${root}dist`,
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy forbids data: URLs for scripts and styles, and flags are better cached one by one.
    assetsInlineLimit: 0,
    // The dependencies of the back office's sections, the profile and the pages of sign-in are not listed in the first
    // view, which every visitor loads.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies) =>
        /\/(profile|second-factor|change-password)-/.test(file) || dependencies.some((one) => /\/desk-page-/.test(one))
          ? []
          : dependencies,
    },
    reportCompressedSize: false,
    // Read by budget/sizes.ts.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: createGroups(), includeDependenciesRecursively: false } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy,
    fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] },
  },
  preview: { host: '127.0.0.1', proxy },
  test: {
    name: 'ui',
    environment: 'happy-dom',
    // Modules are loaded once per worker instead of once per file.
    isolate: false,
    // Like the other projects, which run at the same time.
    maxWorkers: availableParallelism() + 1,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    // happy-dom logs every refused request; only the output of failing tests matters.
    silent: 'passed-only',
    // As long as a slow machine with other work to do needs.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
