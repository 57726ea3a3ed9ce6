// Replies on connections that are not HTTP, too slow or too large, where there is no request that a route could answer.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from '#services/platform/http.ts'
import { ApiError } from '../errors/errors.ts'
import { JSON_TYPE } from '../json/json-body.ts'
import type { Headers } from '../security-headers.ts'
import { faultOfOverflow } from './request-head.ts'

/** As Node's parser reports it. `rawPacket`: the last bytes it read. */
type ParserError = Error & { readonly code?: string | undefined; readonly rawPacket?: unknown }

function answerTo({ code, rawPacket }: ParserError): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_too_slow')
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(faultOfOverflow(Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0)))
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('body_too_large')
    default:
      return new ApiError('invalid_request')
  }
}

export function refuseConnection(error: ParserError, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET') socket.destroy()
  else end(socket, answerTo(error), headers)
}

/** Refuses CONNECT, which asks for a tunnel. */
export function refuseTunnel(_request: IncomingMessage, socket: Socket, headers: Headers): void {
  socket.on('error', () => socket.destroy())
  end(socket, new ApiError('method_not_allowed'), { ...headers, allow: '' })
}

function end(socket: Socket, { status, reply }: ApiError, headers: Headers): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(reply)
  const all = { ...headers, connection: 'close', 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
