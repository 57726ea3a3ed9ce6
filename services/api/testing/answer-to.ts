import { connect } from 'node:net'

/** Everything that a server replies to bytes that no client library would send, until it closes the connection. */
export const answerTo = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.write(bytes)
  })
