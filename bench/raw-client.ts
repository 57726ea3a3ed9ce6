// The bare EventStoreDB client: the same events to as many streams, without HTTP and without Fairbook. Each lane
// appends one after the other, with the current revision of the stream.
import { randomUUID } from 'node:crypto'
import { binaryEvent, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client'
import type { EventStore } from '#services/event-store/port.ts'
import { quantile, type Run } from './load.ts'

const SAMPLES = 500

/** Bodies of bets as the product stored them. */
export async function placedBets(store: EventStore): Promise<Buffer[]> {
  const bodies: Buffer[] = []
  for await (const page of store.readAll(null)) {
    for (const { type, body } of page) if (type === 'BetPlaced') bodies.push(Buffer.from(body))
    if (bodies.length >= SAMPLES) break
  }
  return bodies
}

/** Appends to `streams` new streams from this many lanes at once, for `seconds`. */
export async function appendBare(
  url: string,
  bodies: readonly Buffer[],
  streams: number,
  lanes: number,
  seconds: number,
): Promise<Run> {
  const client = EventStoreDBClient.connectionString(url)
  const name = `bare-${randomUUID()}`
  const revisions = new Map<string, bigint>()
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  const lane = async (index: number) => {
    // every lane has its own streams, so that no append waits for another lane's revision
    const own = Math.max(1, Math.floor(streams / lanes))
    for (let n = 0; performance.now() < end; n++) {
      const stream = `${name}-${index}-${n % own}`
      const sent = performance.now()
      const event = binaryEvent({ type: 'BetPlaced', data: bodies[(index * 31 + n) % bodies.length]! })
      const { nextExpectedRevision } = await client.appendToStream(stream, [event], {
        expectedRevision: revisions.get(stream) ?? NO_STREAM,
      })
      revisions.set(stream, nextExpectedRevision)
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  const took = (performance.now() - begin) / 1000
  await client.dispose()
  latencies.sort((a, b) => a - b)
  return {
    accepted: latencies.length,
    refused: 0,
    seconds: took,
    perSecond: latencies.length / took,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    firstRefusal: null,
  }
}
