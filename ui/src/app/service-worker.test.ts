// The service worker as a browser runs it, with a fake network and fake caches.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../public/sw.js'), 'utf8')
const ORIGIN = 'https://book.example'

type Listener = (event: object) => void
let listeners: Map<string, Listener>
let stored: Map<string, Map<string, string>>
let isOnline: boolean
let claimed: boolean

function start(version: string): void {
  listeners = new Map()
  const open = (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map())
    return stored.get(name)!
  }
  const fetch = async ({ url }: { url: string }) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return `network ${url.replace(ORIGIN, '')}`
  }
  runInNewContext(source.replace('__VERSION__', version), {
    URL,
    Request: class {
      readonly url: string
      constructor(path: string) {
        this.url = ORIGIN + path
      }
    },
    Response: { error: () => 'an error' },
    fetch,
    caches: {
      keys: async () => [...stored.keys()],
      delete: async (name: string) => stored.delete(name),
      match: async (path: string) => [...stored.values()].find((cache) => cache.has(path))?.get(path),
      open: async (name: string) => ({
        addAll: async (requests: { url: string }[]) => {
          for (const request of requests) open(name).set(request.url.replace(ORIGIN, ''), await fetch(request))
        },
      }),
    },
    self: {
      location: { origin: ORIGIN },
      registration: {},
      skipWaiting: async () => {},
      clients: {
        claim: async () => {
          claimed = true
        },
      },
      addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    },
  })
}

async function happen(type: string): Promise<void> {
  let done: Promise<unknown> = Promise.resolve()
  listeners.get(type)!({
    waitUntil: (work: Promise<unknown>) => {
      done = work
    },
  })
  await done
}

/** The worker's response; undefined if it leaves the request to the browser. */
async function ask(path: string, mode = 'navigate', method = 'GET'): Promise<unknown> {
  let answer: Promise<unknown> | undefined
  listeners.get('fetch')!({
    request: { url: path.startsWith('/') ? ORIGIN + path : path, mode, method },
    preloadResponse: Promise.resolve(undefined),
    respondWith: (given: Promise<unknown>) => {
      answer = given
    },
  })
  return answer
}

beforeEach(async () => {
  stored = new Map()
  isOnline = true
  claimed = false
  start('one')
  await happen('install')
  await happen('activate')
})

it('answers navigations from the network, or with the offline page where there is none', async () => {
  expect(await ask('/livegames')).toBe('network /livegames')
  isOnline = false
  expect(await ask('/livegames')).toBe('network /offline.html')
  expect(await ask('/offline.css', 'no-cors')).toBe('network /offline.css')
})

it('leaves calls, streams, scripts and other hosts alone, online and offline', async () => {
  for (isOnline of [true, false]) {
    expect(await ask('/api/sports/live', 'cors')).toBeUndefined()
    expect(await ask('/api/stream?topics=live', 'cors')).toBeUndefined()
    expect(await ask('/assets/index-1.js', 'cors')).toBeUndefined()
    expect(await ask('/api/bets/place-bet', 'cors', 'POST')).toBeUndefined()
    expect(await ask('https://elsewhere.example/', 'navigate')).toBeUndefined()
  }
})

it('holds the files of the offline page and nothing else, even after navigations', async () => {
  await ask('/')
  await ask('/leagues/soccer_epl')
  expect([...stored.keys()]).toEqual(['fairbook-offline-one'])
  const files = [...stored.get('fairbook-offline-one')!.keys()]
  expect(files).toEqual(['/offline.html', '/offline.css', '/offline.js', '/theme.js', '/icon.svg'])
})

it('a new version takes over and removes what the old one held', async () => {
  claimed = false
  start('two')
  await happen('install')
  expect([...stored.keys()]).toEqual(['fairbook-offline-one', 'fairbook-offline-two'])
  await happen('activate')
  expect([...stored.keys()]).toEqual(['fairbook-offline-two'])
  expect(claimed).toBe(true)
})

it('the offline page reloads when the server answers again, though no online event tells it', async () => {
  let answer: () => Promise<{ ok: boolean }> = () => Promise.reject(new TypeError('Failed to fetch'))
  let reloads = 0
  let look: (() => Promise<void>) | undefined
  runInNewContext(readFileSync(join(import.meta.dirname, '../../public/offline.js'), 'utf8'), {
    addEventListener: () => {},
    document: { querySelector: () => null },
    fetch: () => answer(),
    location: {
      reload: () => {
        reloads += 1
      },
    },
    setInterval: (act: () => Promise<void>) => {
      look = act
    },
  })
  await look?.()
  answer = async () => ({ ok: false })
  await look?.()
  expect(reloads).toBe(0)
  answer = async () => ({ ok: true })
  await look?.()
  expect(reloads).toBe(1)
})
