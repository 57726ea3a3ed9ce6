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
const isIcon = (id: string) => id.includes('/lucide-react/dist/esm/icons/')
/** Of the icons those that the page of / shows itself. All come out of one module, so that who imports which is not known here. */
const FIRST_ICONS = /\/icons\/(chevron-down|chevron-right|circle-exclamation-point|globe|lock|star)\.m?js$/

const isOverlay = (id: string) => /node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\//.test(id)

/** Collects the modules that one imports statically. Of libraries, of which only a part may be used, those that `goesInto` says. */
function collect(id: string, modules: Modules, into: Set<string>, goesInto: (id: string) => boolean): void {
  if (into.has(id) || (isLibrary(id) && !goesInto(id))) return
  into.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) collect(imported, modules, into, goesInto)
}

function firstView() {
  let own: Set<string> | null = null
  return (id: string, modules: Modules): string | null => {
    if (own === null) {
      own = new Set()
      for (const root of FIRST_VIEW) collect(root, modules, own, isFlag)
    }
    return (own.has(id) && id !== entry) || (isIcon(id) && FIRST_ICONS.test(id)) ? 'first-view' : null
  }
}

/**
 * Of the library of dialogs and menus what a part of ours needs alone: what folds needs a quarter of it, tabs a third more. `less`: a
 * part whose file has the rest.
 */
function partOf(name: string, less?: string) {
  const collected = new Map<string, Set<string>>()
  const needs = (part: string, id: string, modules: Modules): boolean => {
    const known = collected.get(part) ?? new Set()
    if (!collected.has(part)) collect(`${src}components/ui/${part}.tsx`, modules, known, isOverlay)
    collected.set(part, known)
    return known.has(id)
  }
  return (id: string, modules: Modules): string | null =>
    isOverlay(id) && needs(name, id, modules) && !(less !== undefined && needs(less, id, modules)) ? name : null
}

export const createGroups = () => [
  { name: 'libraries', test: isLibrary, tags: ['$initial' as const] },
  { name: firstView(), debugName: 'first view' },
  { name: partOf('collapsible'), debugName: 'collapsible' },
  { name: partOf('tabs', 'collapsible'), debugName: 'tabs' },
  {
    name: 'overlays',
    test: isOverlay,
    minShareCount: OVERLAYS_MIN,
  },
  // small parts that go together: a file each would cost the first view its name
  { name: 'filters', test: /features\/admin\/components\/desk\/filters\/(?!date-input)/, minShareCount: 2 },
  { name: 'money', test: /\/(idempotency-key|typed-amount)\.ts$/, minShareCount: 2 },
  // those that the first view does not need
  { name: 'icons', test: isIcon, minShareCount: 2 },
]
