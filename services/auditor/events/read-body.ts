// Reads a stored row: checks its hash, canonical form and schema, then parses the body.
import { hash } from 'node:crypto'
import type { Findings } from '../findings/findings.ts'
import type { Body } from './body.ts'
import { canonicalText } from './canonical.ts'
import { firstMismatch } from './first-mismatch.ts'
import type { LogRow } from './log-row.ts'
import type { EventSchemas } from './schemas.ts'
import { upcast } from './upcast.ts'

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/**
 * 'unknown': the auditor does not know the type or schema version, so it cannot check the effects. 'broken': it was
 * reported why.
 */
export type Reading =
  | { readonly kind: 'event'; readonly body: Body; readonly digest: string }
  | { readonly kind: 'unknown'; readonly digest: string; readonly prev: unknown; readonly name: string }
  | { readonly kind: 'broken'; readonly digest: string }

/**
 * Whether a stored body has its hash (`hex`), is canonical and matches a schema of its type. `body`: the text of
 * `bytes`. These checks need only the row itself, so a second thread makes them if there is one.
 */
export function isSound(
  type: string,
  hex: string,
  bytes: Uint8Array | string,
  body: string,
  schemas: EventSchemas,
): boolean {
  return hash('sha256', bytes, 'hex') === hex && formOf(type, body, schemas)
}

const formOf = (type: string, body: string, schemas: EventSchemas): boolean =>
  schemas.get(type)?.some(({ pattern }) => pattern.test(body)) ?? false

/** Reads a row and reports what is wrong with it. `sound`: `isSound` has already returned true. */
export function readBody(row: LogRow, schemas: EventSchemas, findings: Findings, sound = false): Reading {
  if (row.id !== null && row.id !== idOf(row.hash)) findings.at(row, 'id_mismatch', idOf(row.hash), row.id)
  if (sound || isSound(row.type, row.hash, row.body, row.body, schemas)) return parsed(row, findings, row.hash)
  const digest = sha256(row.body)
  if (digest !== row.hash) findings.at(row, 'hash_mismatch', digest, row.hash)
  return formOf(row.type, row.body, schemas) ? parsed(row, findings, digest) : diagnose(row, schemas, findings, digest)
}

function parsed(row: LogRow, findings: Findings, digest: string): Reading {
  const body = JSON.parse(row.body) as Body
  upcast(body)
  if (body.stream !== row.stream) findings.at(row, 'column_mismatch', body.stream, row.stream)
  if (body.version !== row.version) findings.at(row, 'column_mismatch', body.version, row.version)
  return { kind: 'event', body, digest }
}

/** The first 128 bits of a hash as a UUIDv8. */
function idOf(digest: string): string {
  const variant = '89ab'[Number.parseInt(digest.charAt(16), 16) & 3]
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`]
  return [...parts, `${variant}${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-')
}

type Loose = Partial<Record<keyof Body, unknown>>

/** Reports what is wrong with a body that matches no pattern of its type. */
function diagnose(row: LogRow, schemas: EventSchemas, findings: Findings, digest: string): Reading {
  const broken: Reading = { kind: 'broken', digest }
  let body: Loose
  try {
    body = JSON.parse(row.body) as Loose
  } catch (error) {
    findings.at(row, 'body_unreadable', 'JSON', (error as Error).message)
    return broken
  }
  if (body === null || typeof body !== 'object' || typeof body.type !== 'string' || typeof body.schema !== 'number') {
    findings.at(row, 'body_unreadable', 'an event', row.body)
    return broken
  }
  for (const column of ['stream', 'version', 'type'] as const) {
    if (body[column] !== row[column]) findings.at(row, 'column_mismatch', body[column], row[column])
  }
  const canonical = canonicalOrNull(body)
  if (canonical !== row.body) {
    findings.at(row, 'body_not_canonical', canonical ?? 'a value with a canonical form', row.body)
    return broken
  }
  const form = schemas.get(body.type)?.find(({ schema }) => schema === body.schema)
  if (form === undefined) {
    return { kind: 'unknown', digest, prev: body.prev, name: `${body.type} in schema version ${body.schema}` }
  }
  // if column and body have different types, the body counts: it is what was hashed
  if (form.pattern.test(row.body)) {
    upcast(body as Body)
    return { kind: 'event', body: body as Body, digest }
  }
  const mismatch =
    firstMismatch(form.data, body.data, 'data') ??
    firstMismatch(form.meta, body.meta, 'meta') ??
    ({ path: 'body', expected: form.pattern.source } as const)
  findings.at(row, 'schema_mismatch', mismatch.expected, `${mismatch.path} of ${row.body}`)
  return broken
}

function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalText(value)
  } catch {
    return null
  }
}
