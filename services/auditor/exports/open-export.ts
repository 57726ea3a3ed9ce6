// Opens the folder of an export that somebody else has handed over: the manifest, its signature, and the files that it
// names.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Incomplete, Usage } from '../failures.ts'
import type { FindingCode } from '../findings/finding-codes.ts'
import type { FileSeal } from './files/export-file.ts'
import { readText, sealOf } from './files/open-file.ts'
import { MANIFEST, MANIFEST_NOTE, type Manifest, type ManifestFile, readManifest, textOfManifest } from './manifest.ts'

/** What is wrong with the export itself; becomes a finding. */
export type Fault = {
  readonly code: FindingCode
  readonly subject: string
  readonly expected: string
  readonly actual: string
}

export type OpenExport = {
  readonly folder: string
  readonly manifest: Manifest
  readonly manifestText: string
  /** The signed note over the manifest; null if nobody signed it. */
  readonly note: string | null
  readonly faults: readonly Fault[]
}

/** Throws Usage if there is no folder, Incomplete if it is not a whole export. */
export function openExport(folder: string): OpenExport {
  if (!existsSync(folder)) throw new Usage(`there is no folder ${folder}`)
  const manifestText = textOf(folder, MANIFEST)
  if (manifestText === null) throw new Incomplete(`${folder} is not a whole export: it has no ${MANIFEST}`)
  const manifest = manifestOf(folder, manifestText)
  const isSpelled = textOfManifest(manifest) === manifestText
  const spelling: Fault = {
    ...{ code: 'export_manifest_mismatch', subject: MANIFEST },
    ...{ expected: 'the one spelling of what it says', actual: 'another spelling' },
  }
  return { folder, manifest, manifestText, note: textOf(folder, MANIFEST_NOTE), faults: isSpelled ? [] : [spelling] }
}

/** What is wrong with a file that the manifest names. Throws Incomplete if it cannot be read. */
export function fileFaults(folder: string, said: ManifestFile): Fault[] {
  const found = foundSeal(folder, said.name)
  return (['bytes', 'sha256'] as const)
    .filter((what) => found[what] !== said[what])
    .map((what) => ({
      ...{ code: 'export_file_mismatch', subject: `${said.name} ${what}` },
      ...{ expected: String(said[what]), actual: String(found[what]) },
    }))
}

function foundSeal(folder: string, name: string): FileSeal {
  try {
    return sealOf(folder, name)
  } catch (error) {
    throw new Incomplete(`${join(folder, name)} cannot be read: ${(error as Error).message}`)
  }
}

function textOf(folder: string, name: string): string | null {
  try {
    return readText(folder, name)
  } catch (error) {
    throw new Incomplete(`${join(folder, name)} cannot be read: ${(error as Error).message}`)
  }
}

function manifestOf(folder: string, text: string): Manifest {
  try {
    return readManifest(text)
  } catch (error) {
    throw new Incomplete(`${join(folder, MANIFEST)} is not a manifest: ${(error as Error).message}`)
  }
}
