import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0001:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['no address', 'no address'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.9', null],
  ['::ffff:203.0.113.9', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['no address', null],
])('%s is of the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})

test('what comes after the first 64 bits makes no difference', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16))
  const four = fc.array(group, { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(four, four, four, (network, host, another) => {
      expect(networkOf([...network, ...host].join(':'))).toBe(networkOf([...network, ...another].join(':')))
    }),
  )
})
