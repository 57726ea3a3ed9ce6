// npm run schemas: writes the schema files of new events and versions. A published file that would change is an error.
import { writeNewSchemas } from './schema-files.ts'

const changed = writeNewSchemas()
for (const path of changed) console.error(`${path}: published versions do not change, add a version`)
process.exitCode = changed.length === 0 ? 0 : 1
