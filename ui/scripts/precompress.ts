// Writes a Brotli and a gzip copy of every text file in the build, so that the server does not compress on the fly.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|svg|json|webmanifest)$/
const MIN_BYTES = 1_024

export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'fairbook-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !TEXT.test(entry.name)) continue
        const text = readFileSync(path)
        if (text.length < MIN_BYTES) continue
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: size }))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}
