// Which modules share a file. By default the bundler makes a file of everything that two pages have in common: forty
// small ones, most of which the first view requests. Here, what / needs is in two files, with the libraries apart,
// because they change less often.
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const entry = `${src}main.tsx`
/** The router plugin's module for the component of a route, which the entry imports only when needed. */
const component = (route: string) => `${src}routes/${route}?tsr-split=component`

/** What the page of / starts from, and loads at once. */
const FIRST_VIEW = [entry, component('_shell.tsx'), component('_shell/index.tsx')]
/**
 * Dialogs, menus, the slip and toasts are built from the same parts: those that at least this many use are in one file.
 */
const OVERLAYS_MIN = 4

type Modules = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

const isLibrary = (id: string) => id.includes('/node_modules/')
/** Only the addresses of flags are in the script. */
const isFlag = (id: string) => id.includes('/country-flag-icons/')
const isIcon = (id: string) => id.includes('/lucide-react/dist/esm/icons/')
/**
 * The icons that the page of / itself shows. All icons come from one module, so who imports which cannot be found out
 * here.
 */
const FIRST_ICONS = /\/icons\/(chevron-down|chevron-right|circle-exclamation-point|globe|lock|star)\.m?js$/

const isOverlay = (id: string) => /node_modules\/(@base-ui|@floating-ui|use-sync-external-store)\//.test(id)

/**
 * Collects the modules that a module imports statically. Of libraries, which may be used in part, only those that
 * `goesInto` accepts.
 */
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
 * The modules of the library of dialogs and menus that one of our parts needs, in a file of their own, so that a page
 * with only that part does not load all of it: collapsibles need a quarter of it, tabs a third more. `less`: a part
 * whose file has some of them already.
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
  // Small parts that belong together: as files of their own, each would add a name to the first view.
  { name: 'filters', test: /features\/admin\/components\/desk\/filters\/(?!date-input)/, minShareCount: 2 },
  { name: 'money', test: /\/(idempotency-key|typed-amount)\.ts$/, minShareCount: 2 },
  // The icons that the first view does not need.
  { name: 'icons', test: isIcon, minShareCount: 2 },
]
