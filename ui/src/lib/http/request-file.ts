// Downloads of files that the server streams.
import { download } from '../files/download.ts'
import { messages } from '../messages.ts'
import { readSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { parseResponse } from './request.ts'

/** Longer than for other calls: a long list takes a while. */
const TIMEOUT_MS = 120_000

/** Downloads the reply to a path of the api under this file name. Throws ApiError as `request` does. */
export async function requestFile(path: string, name: string): Promise<void> {
  const token = readSession()?.token ?? null
  const file = await fetchFile(path, token).catch((error: unknown) => {
    if (error instanceof ApiError) throw error
    throw new ApiError(messages.errors.network, 0, 'network', { token })
  })
  download(name, file)
}

async function fetchFile(path: string, token: string | null): Promise<Blob> {
  const response = await fetch(path, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) parseResponse(response, await response.text(), token)
  return response.blob()
}
