// The issue forms, by the rules of GitHub's forms: GitHub silently ignores one that breaks them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
const FORMS = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })

const id = z.string().regex(/^[\w-]+$/)
const text = z.string().min(1)
const validations = z.strictObject({ required: z.boolean() }).optional()
const attributes = z.strictObject({ label: text, description: text.optional(), placeholder: text.optional() })
const Form = z.strictObject({
  name: text,
  description: text,
  labels: z.array(text),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
      z.strictObject({ type: z.enum(['input', 'textarea']), id, attributes, validations }),
      z.strictObject({
        type: z.literal('dropdown'),
        id,
        attributes: attributes.extend({ options: z.array(text).min(1) }),
        validations,
      }),
      z.strictObject({
        type: z.literal('checkboxes'),
        id,
        attributes: attributes.extend({ options: z.array(z.strictObject({ label: text })).min(1) }),
      }),
    ]),
  ),
})

test.each(FORMS)('%s is a form', (file) => {
  const { body } = Form.parse(parse(readFileSync(join(ROOT, file), 'utf8')))
  const ids = body.flatMap((field) => ('id' in field ? [field.id] : []))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(0)
})

test('a bug report asks for the exit code of verify, as the README lists them', () => {
  const { body } = Form.parse(parse(readFileSync(join(ROOT, '.github/ISSUE_TEMPLATE/bug.yml'), 'utf8')))
  const field = body.find((one) => one.type === 'dropdown')!
  const [, list = ''] = /^Exit code (.+)$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!
  const codes = list.replace(/\.$/, '').split('; ')
  expect(codes).toHaveLength(6)
  expect(field.attributes.options.slice(0, 6)).toEqual(codes)
})
