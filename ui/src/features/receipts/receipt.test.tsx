import { generateKeyPairSync } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { LogKey } from '#services/contract/log-keys.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { merkleTree } from '#services/merkle/merkle-tree.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { tlogProof } from '#services/transparency/tlog-proof.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { verifyByPublished } from './model/published-keys.ts'
import { NoProof, verifyReceipt } from './model/verify-receipt.ts'
import { ReceiptPage } from './receipt-page.tsx'

const newPem = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const signer = new NoteSigner('fairbook.example/log', newPem())
const BET = JSON.stringify({
  type: 'BetPlaced',
  data: {
    bet: 'b'.repeat(32),
    stakeCents: 500,
    odds: '2.10',
    potentialReturnCents: 1050,
    legs: [{ selectionName: 'Arsenal', market: 'h2h', odds: '2.10' }],
  },
  meta: { at: '2026-11-20T18:00:00.000Z' },
})

/** A receipt as the api makes it: the bet is event `index` of `size` events. */
function receiptOf(index: number, size: number, extension = ''): string {
  const leaves = Array.from({ length: size }, (_, n) => leafHash(n === index ? BET : `event ${n}`))
  const { root, path } = merkleTree(leaves)
  const way = path(index)
  const beside = Array.from({ length: way.length / 32 }, (_, n) => way.subarray(n * 32, (n + 1) * 32))
  const checkpoint = signer.sign(checkpointText({ origin: signer.name, size, root }) + extension)
  return tlogProof({ entry: BET, index, beside, checkpoint })
}

/** The last line, with other characters at its end. */
const again = (text: string, end: string) => `${text.trimEnd().split('\n').at(-1)!.slice(0, -4)}${end.repeat(4)}\n`

describe('a receipt', () => {
  it('is valid at every place of every small log', async () => {
    for (let size = 1; size <= 20; size++) {
      for (let index = 0; index < size; index++) {
        expect(await verifyReceipt(receiptOf(index, size), signer.verifierKey)).toEqual({
          ...{ index, size, origin: 'fairbook.example/log', entry: BET },
        })
      }
    }
  })

  it('may have been saved with other line endings', async () => {
    const saved = receiptOf(3, 7).replaceAll('\n', '\r\n')
    expect((await verifyReceipt(saved, ` ${signer.verifierKey}\n`)).index).toBe(3)
  })

  it.each<[string, (text: string) => string, string]>([
    ['the event', (text) => text.replace(/^extra ./m, 'extra f'), 'not in the log that was signed'],
    ['its place', (text) => text.replace('index 3', 'index 2'), 'not in the log that was signed'],
    ['a place beyond the log', (text) => text.replace('index 3', 'index 9'), 'not in the log that was signed'],
    ['a hash too few', (text) => text.replace(/(index 3\n).*\n/, '$1'), 'not in the log that was signed'],
    ['a hash that is none', (text) => text.replace(/(index 3\n)/, '$1none\n'), 'is damaged'],
    ['the size', (text) => text.replace('\n7\n', '\n8\n'), 'signature is wrong'],
    [
      'the origin',
      (text) => text.replace('\n\nfairbook.example', '\n\nfairbook.elsewhere'),
      'is of fairbook.elsewhere/log',
    ],
    ['no signature', (text) => text.replace(/— .*\n/, ''), 'signed by another key'],
    ['no checkpoint', (text) => text.slice(0, text.indexOf('\n\n') + 2), 'is damaged'],
    ['something else', () => 'hello', 'not a receipt'],
    ['what follows it', (text) => `${text}and more\n`, 'is damaged'],
    ['a blank line in it', (text) => text.replace('\n—', '\n\n—'), 'is damaged'],
    ['a second signature that is wrong', (text) => text + again(text, 'A'), 'signature is wrong'],
  ])('proves nothing with %s', async (_name, change, why) => {
    const text = receiptOf(3, 7)
    const changed = change(text)
    expect(changed).not.toBe(text)
    await expect(verifyReceipt(changed, signer.verifierKey)).rejects.toThrow(why)
  })

  it('proves nothing with one character changed, or cut off anywhere', async () => {
    const text = receiptOf(3, 7)
    const refusal = (changed: string) => verifyReceipt(changed, signer.verifierKey).catch((error: unknown) => error)
    for (let end = 0; end < text.length; end++) expect(await refusal(text.slice(0, end))).toBeInstanceOf(NoProof)
    const other = fc.constantFrom(...'AZaz09+/=-— \n\r\0\ufeff\ud800é')
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), other, async (at, char) => {
        fc.pre(text[at] !== char)
        expect(await refusal(text.slice(0, at) + char + text.slice(at + 1))).toBeInstanceOf(NoProof)
      }),
      { numRuns: 500 },
    )
  })

  it('is valid with signatures of others too, and with signed lines after the root', async () => {
    const witness = new NoteSigner('witness.example', newPem())
    const cosignature = witness.sign('something else\n').split('\n\n')[1]!
    expect((await verifyReceipt(receiptOf(3, 7) + cosignature, signer.verifierKey)).index).toBe(3)
    const extended = receiptOf(3, 7, 'more to come\n')
    expect((await verifyReceipt(extended, signer.verifierKey)).index).toBe(3)
  })

  it('is not checked by a browser that cannot', async () => {
    vi.stubGlobal('crypto', {})
    await expect(verifyReceipt(receiptOf(3, 7), signer.verifierKey)).rejects.toThrow(NoProof)
    vi.unstubAllGlobals()
  })

  it('proves nothing under another key', async () => {
    const other = new NoteSigner('fairbook.example/log', newPem())
    await expect(verifyReceipt(receiptOf(3, 7), other.verifierKey)).rejects.toThrow('signed by another key')
    await expect(verifyReceipt(receiptOf(3, 7), 'none')).rejects.toThrow('not a key of a log')
    const [name, , key] = signer.verifierKey.split(/\+(.{8})\+/)
    await expect(verifyReceipt(receiptOf(3, 7), `${name}+00000000+${key}`)).rejects.toThrow('not a key of a log')
  })
})

const NEWEST = { after: 0, upTo: null, trustedTo: null, replaces: null, why: null, endorsement: null }

describe('by the keys that the log publishes', () => {
  const other = new NoteSigner('fairbook.example/log', newPem())
  const published = (how: Partial<LogKey>): LogKey[] => [
    { ...NEWEST, key: other.verifierKey, after: how.upTo ?? 0 },
    { ...NEWEST, key: signer.verifierKey, ...how },
  ]

  it.each<[string, Partial<LogKey>, string | null]>([
    ['is right where an earlier one signed it', { upTo: 7 }, null],
    ['is right where that one counts so far', { upTo: 9, trustedTo: 7 }, null],
    [
      'proves nothing where that one was known to somebody else',
      { upTo: 9, trustedTo: 6 },
      'was known to somebody else',
    ],
    ['proves nothing where that one had been replaced', { upTo: 6 }, 'had been replaced before'],
    ['is right where that one had just come', { after: 6, upTo: 9 }, null],
    ['proves nothing where that one had not come yet', { after: 7, upTo: 9 }, 'was not in force yet'],
  ])('%s', async (_, how, why) => {
    const checked = verifyByPublished(receiptOf(3, 7), published(how))
    if (why === null) expect(await checked).toMatchObject({ index: 3, size: 7, earlier: true })
    else await expect(checked).rejects.toThrow(why)
  })

  it('proves nothing if none of them signed it', async () => {
    const [newest] = published({})
    await expect(verifyByPublished(receiptOf(3, 7), [newest!])).rejects.toThrow('signed by another key')
    await expect(verifyByPublished(receiptOf(3, 7), [])).rejects.toThrow(NoProof)
  })
})

describe('the page', () => {
  const fileOf = (text: string) => new File([text], 'bet.tlog-proof', { type: 'text/plain' })
  const published = (key: string | null) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () =>
        key === null ? new Response('', { status: 404 }) : Response.json({ keys: [{ ...NEWEST, key }] }),
      ),
    )

  it('says that a receipt is valid, and what it is about', async () => {
    published(signer.verifierKey)
    await renderPage(<ReceiptPage />)
    await waitFor(() => expect(screen.getByLabelText('Key of the log')).toHaveProperty('value', signer.verifierKey))
    await userEvent.upload(screen.getByLabelText(/Choose the file/), fileOf(receiptOf(3, 7)))
    const result = await screen.findByRole('region', { name: 'Result' })
    await waitFor(() => expect(result.textContent).toContain('The receipt is right.'))
    expect(result.textContent).toContain('number 3 of 7')
    expect(result.textContent).toMatch(/Bet placed.*Arsenal · Match Result · 2\.10.*€5\.00.*€10\.50/)
    vi.unstubAllGlobals()
  })

  it('says why one is not, and accepts a key of the user’s own', async () => {
    published(null)
    await renderPage(<ReceiptPage />)
    expect(await screen.findByText('The key could not be loaded. Please paste the one that you kept.')).toBeShown()
    await userEvent.type(screen.getByLabelText('Key of the log'), signer.verifierKey)
    await userEvent.upload(
      screen.getByLabelText(/Choose the file/),
      fileOf(receiptOf(3, 7).replace('index 3', 'index 2')),
    )
    const result = await screen.findByRole('region', { name: 'Result' })
    await waitFor(() => expect(result.textContent).toContain('This receipt proves nothing.'))
    vi.unstubAllGlobals()
  })
})
