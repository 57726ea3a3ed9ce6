// Which modules share a file. By itself the bundler makes a file of everything that two pages have in common: forty small ones,
// most of which the first view requests. Here what / needs is in two, its libraries apart, since those change less often.
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const entry = `${src}main.tsx`
/** Of the router's plugin: the component of a route, which the entry imports only when it is needed. */
const component = (route: string) => `${src}routes/${route}?tsr-split=component`

/** What the page of / starts, and what it loads at once. */
const FIRST_VIEW = [entry, component('_shell.tsx'), component('_shell/index.tsx')]
/** Dialogs, menus, the slip and toasts are made of the same parts: what so many of them use is one file. */
const OVERLAYS_MIN = 4

type Modules = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

const isLibrary = (id: string) => id.includes('/node_modules/')
/** Of the flags only the addresses are in the script. */
const isFlag = (id: string) => id.includes('/country-flag-icons/')

/** Collects our own modules that one imports statically. Not those of libraries, of which only a part may be used. */
function collect(id: string, modules: Modules, into: Set<string>): void {
  if (into.has(id) || (isLibrary(id) && !isFlag(id))) return
  into.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) collect(imported, modules, into)
}

function firstView() {
  let own: Set<string> | null = null
  return (id: string, modules: Modules): string | null => {
    if (own === null) {
      own = new Set()
      for (const root of FIRST_VIEW) collect(root, modules, own)
    }
    return own.has(id) && id !== entry ? 'first-view' : null
  }
}

export const createGroups = () => [
  { name: 'libraries', test: isLibrary, tags: ['$initial' as const] },
  { name: firstView(), debugName: 'first view' },
  {
    name: 'overlays',
    test: /node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\//,
    minShareCount: OVERLAYS_MIN,
  },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
]
