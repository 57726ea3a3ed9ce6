// The folder of an export while it is written. It has another name until all of it is on disk, so that an interrupted
// export never looks whole.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { sync } from '#services/platform/durable-files.ts'
import { Incomplete, Usage } from '../../failures.ts'
import { ExportFile } from './export-file.ts'

export class NewFolder {
  readonly #path: string
  readonly #partial: string
  readonly #files: ExportFile[] = []

  /** `path`: must not exist, or be an empty folder. Throws Usage if it is not, or cannot be written to. */
  constructor(path: string) {
    this.#path = resolve(path)
    const name = `.${basename(this.#path)}.partial-${randomBytes(4).toString('hex')}`
    this.#partial = join(dirname(this.#path), name)
    try {
      if (existsSync(this.#path) && readdirSync(this.#path).length > 0)
        throw new Error('the folder is not empty, and an export replaces nothing')
      mkdirSync(this.#partial, { mode: 0o700 })
    } catch (error) {
      throw new Usage(`there can be no export in ${path}: ${(error as Error).message}`)
    }
  }

  /** Throws if the file cannot be created. */
  file(name: string): ExportFile {
    const file = new ExportFile(join(this.#partial, name))
    this.#files.push(file)
    return file
  }

  /**
   * Gives the folder its name; it is on disk when this returns. Throws Incomplete if somebody has taken the name
   * meanwhile.
   */
  finish(): void {
    sync(this.#partial)
    try {
      renameSync(this.#partial, this.#path)
    } catch (error) {
      throw new Incomplete(`the export could not be put in its place: ${(error as Error).message}`)
    }
    sync(dirname(this.#path))
  }

  /** Removes everything, unless it is finished. */
  discard(): void {
    for (const file of this.#files) file.close()
    rmSync(this.#partial, { recursive: true, force: true })
  }
}
