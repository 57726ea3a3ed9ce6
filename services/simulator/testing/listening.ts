// The simulator on a port of its own, with a clock that a test sets.
import type { AddressInfo } from 'node:net'
import { SIMULATOR_KEY } from '../http/credits-meter.ts'
import { createSimulator, type SimulatorOptions } from '../http/server.ts'

export const NOON = new Date('2026-11-20T12:00:00.500Z')

export async function listening(options: Partial<SimulatorOptions> = {}) {
  let now = NOON
  const setNow = (instant: Date) => {
    now = instant
  }
  const app = createSimulator({ seed: 'fairbook', now: () => now, setNow, ...options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const get = async (path: string, key: string | null = SIMULATOR_KEY) => {
    const url = new URL(path, base)
    if (key !== null) url.searchParams.set('apiKey', key)
    const response = await fetch(url)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const send = async (path: string, body: unknown, method = 'POST') => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, base), {
      method,
      ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  return { app, base, get, send, setNow }
}

export type Odds = {
  id: string
  commence_time: string
  home_team: string | null
  away_team: string | null
  bookmakers: {
    key: string
    last_update?: string
    markets: {
      key: string
      last_update: string
      outcomes: { name: string; price: number; point?: number; description?: string }[]
    }[]
  }[]
}[]
export type Scores = {
  id: string
  completed: boolean
  commence_time: string
  home_team: string
  away_team: string
  scores: { name: string; score: string }[] | null
  last_update: string | null
}[]
