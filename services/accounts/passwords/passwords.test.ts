import { expect, test } from 'vitest'
import { createPasswords, isLongEnough, isWellFormedPassword, PASSWORD_LANES, PasswordQueueFull } from './passwords.ts'

test('a hash is argon2id, and verified by its own PHC string', async () => {
  const passwords = createPasswords()
  const phc = await passwords.hash('correct horse')
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(phc, 'correct horse')).toBe(true)
  expect(await passwords.verify(phc, 'correct house')).toBe(false)
})

test('composed and decomposed letters are the same password', async () => {
  const passwords = createPasswords()
  expect(await passwords.verify(await passwords.hash('caf\u00e9-caf\u00e9'), 'cafe\u0301-cafe\u0301')).toBe(true)
})

test('an unknown user has no password', async () => {
  expect(await createPasswords().verify(null, 'nobody has this password')).toBe(false)
})

test('too many waiting jobs are refused, and the queue recovers', async () => {
  const passwords = createPasswords({
    concurrent: 1,
    lanes: { ...PASSWORD_LANES, known: { ...PASSWORD_LANES.known, waitingMax: 2 } },
  })
  const all = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => passwords.hash(`password ${n}`)))
  expect(all.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect((all[4] as PromiseRejectedResult).reason).toBeInstanceOf(PasswordQueueFull)
  expect(await passwords.verify(await passwords.hash('again'), 'again')).toBe(true)
})

test('lengths count characters', () => {
  expect(isLongEnough('12345')).toBe(false)
  expect(isLongEnough('123456')).toBe(true)
  expect(isLongEnough('😀😀😀')).toBe(false)
  expect(isLongEnough('e\u0301e\u0301e\u0301')).toBe(false)
  expect(isWellFormedPassword('x'.repeat(201))).toBe(false)
  expect(isWellFormedPassword('secret\u0000')).toBe(false)
  expect(isWellFormedPassword('secret\ud800')).toBe(false)
})

test('a password is taken literally: its case, its blanks, all of its two hundred characters', async () => {
  const passwords = createPasswords()
  const long = ` ${'Tide and time '.repeat(14)}`.slice(0, 199).padEnd(199, '.')
  const phc = await passwords.hash(`${long}a`)
  expect(await passwords.verify(phc, `${long}a`)).toBe(true)
  for (const other of [`${long}b`, long, `${long}a`.trim(), `${long}a`.toLowerCase(), `${long}A`]) {
    expect(await passwords.verify(phc, other)).toBe(false)
  }
})

test('if the decoy hash cannot be made, real hashes are still verified, and it is made again', async () => {
  const unhandled: unknown[] = []
  const listener = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', listener)
  try {
    let hasMemory = false
    const passwords = createPasswords({
      hash: async () => {
        if (!hasMemory) throw new Error('out of memory')
        return 'nobody'
      },
      verify: async (phc) => phc === 'known',
    })
    expect(await passwords.verify('known', 'password')).toBe(true)
    // Node reports unhandled rejections before this
    await new Promise(setImmediate)
    expect(unhandled).toEqual([])
    await expect(passwords.verify(null, 'password')).rejects.toThrow('out of memory')
    hasMemory = true
    expect(await passwords.verify(null, 'password')).toBe(false)
  } finally {
    process.off('unhandledRejection', listener)
  }
})
