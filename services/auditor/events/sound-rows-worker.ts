// The thread that checks hashes and forms.
import { parentPort } from 'node:worker_threads'
import { eachRow } from '../postgres/log-rows.ts'
import { isSound } from './read-body.ts'
import { readForms } from './schemas.ts'
import type { SoundnessAnswer } from './sound-rows.ts'

type Question = { readonly buffer: ArrayBuffer; readonly byteOffset: number; readonly byteLength: number }

const forms = readForms()

parentPort!.on('message', ({ buffer, byteOffset, byteLength }: Question) => {
  const unsound: number[] = []
  eachRow(Buffer.from(buffer, byteOffset, byteLength), (type, hash, bytes, index) => {
    if (!isSound(type, hash, bytes, bytes.toString('utf8'), forms)) unsound.push(index)
  })
  parentPort!.postMessage({ unsound } satisfies SoundnessAnswer)
})
