// `npm run routes`: rewrites the route tree, as `npm run dev` and `npm run build` do; after a merge, for example.
import { fileURLToPath } from 'node:url'
import { Generator, getConfig } from '@tanstack/router-generator'
import { ROUTES } from './route-tree.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
await new Generator({ config: getConfig(ROUTES, root), root }).run()
