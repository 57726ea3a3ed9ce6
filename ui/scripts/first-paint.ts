// Renders to HTML what pages show until their script has run, with the same components; the api puts it into the pages.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer, type Plugin } from 'vite'
import type { FIRST_PAINTS } from '../src/app/first-paint/first-paints.tsx'

/** The first paint must not wait for the scripts: on a slow connection they come after its styles and its font. */
const SCRIPTS = /<(script type="module"|link rel="modulepreload") /g
const PAINTS = '/src/app/first-paint/first-paints.tsx'

type Paints = { readonly FIRST_PAINTS: typeof FIRST_PAINTS }

export function firstPaint(): Plugin {
  let [root, outDir] = ['', '']
  return {
    name: 'fairbook-first-paint',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = config.build.outDir
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(SCRIPTS, '<$1 fetchpriority="low" '),
    },
    async closeBundle() {
      const server = await createServer({
        root,
        configFile: false,
        logLevel: 'error',
        appType: 'custom',
        plugins: [react()],
        server: { middlewareMode: true, hmr: false, watch: null },
        optimizeDeps: { noDiscovery: true },
      })
      try {
        const { FIRST_PAINTS } = (await server.ssrLoadModule(PAINTS)) as Paints
        const paints = FIRST_PAINTS.map(({ path, element }) => ({ path, html: renderToStaticMarkup(element) }))
        writeFileSync(join(outDir, 'first-paints.json'), JSON.stringify(paints))
      } finally {
        await server.close()
      }
    },
  }
}
