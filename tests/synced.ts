// What of the disk was waited for, up to the last step that a crash of the machine must not undo.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'

/**
 * The files and folders in the order in which they were synced or renamed during `work`, each by its last name: `synced
 * a`, `named a`.
 */
export async function stepsOnDisk(work: () => unknown): Promise<readonly string[]> {
  const { openSync, fsyncSync, renameSync } = fs
  const paths = new Map<number, string>()
  const steps: string[] = []
  fs.openSync = (path, ...rest) => {
    const file = openSync(path, ...rest)
    paths.set(file, basename(String(path)))
    return file
  }
  fs.fsyncSync = (file) => {
    fsyncSync(file)
    steps.push(`synced ${paths.get(file)}`)
  }
  fs.renameSync = (from, to) => {
    renameSync(from, to)
    steps.push(`named ${basename(String(to))}`)
  }
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(fs, { openSync, fsyncSync, renameSync })
    syncBuiltinESMExports()
  }
  return steps
}
