// Writes what / shows until its script has run as HTML, from the same components: the api puts it into the page.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer, type Plugin } from 'vite'

/** The first paint waits for none of the scripts: on a slow line they come after its styles and its font. */
const SCRIPTS = /<(script type="module"|link rel="modulepreload") /g
const COMPONENT = '/src/app/first-paint.tsx'

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
        const { FirstPaint } = await server.ssrLoadModule(COMPONENT)
        writeFileSync(join(outDir, 'first-paint.html'), renderToStaticMarkup(createElement(FirstPaint)))
      } finally {
        await server.close()
      }
    },
  }
}
