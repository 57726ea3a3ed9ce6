// Secrets in files, as container platforms and service managers provide them. An environment is seen by every child
// process, by everybody who inspects a container, and by crash reports.
import { readFileSync } from 'node:fs'
import { lineOf } from './errors.ts'
import { SECRETS } from './process/service-environment.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Each secret NAME that is given as NAME_FILE, read from that file without blanks or line ends at its end. Throws one
 * line that names every file that cannot be read, is empty, or competes with the secret itself; never the content of
 * one.
 */
export function secretsInFiles(env: Environment): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {}
  const faults: string[] = []
  for (const name of Object.keys(SECRETS)) {
    const setting = `${name}_FILE`
    const path = env[setting]
    if (path === undefined || path === '') continue
    try {
      if (env[name] !== undefined && env[name] !== '') throw new Error(`${name} is set too`)
      const secret = readFileSync(path, 'utf8').replace(/\s+$/, '')
      if (secret === '') throw new Error(`${path} is empty`)
      secrets[name] = secret
    } catch (error) {
      faults.push(`${setting}: ${lineOf(error)}`)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('; '))
  return secrets
}
