import { expect, it } from 'vitest'
import { ADMIN, admin, at, BETTOR, blocked, commitment, id, metaOf, opened } from '#domain/testing/samples.ts'
import { account, rowsOf } from '../testing/steps.ts'

it('who did what, in which session, by which command, because of what, when by both clocks, and why', async () => {
  const meta = {
    ...metaOf({ ...admin, at: at(60), causation: `account-${ADMIN}@7` }),
    reason: { code: 'fraud', text: commitment('text') },
    recordedAt: at(61),
  }
  const { audit: rows } = await rowsOf([
    account(BETTOR, 0, opened()),
    { stream: `account-${BETTOR}`, meta, events: [blocked] },
  ])
  const time = (seconds: number) => at(seconds).replace('.000Z', '+00:00')
  expect(rows).toContainEqual({
    number: 2,
    position: expect.any(String),
    stream: `account-${BETTOR}`,
    version: 1,
    type: 'AccountBlocked',
    at: time(60),
    recorded_at: time(61),
    actor_id: ADMIN,
    actor_role: 'admin',
    session: commitment('session'),
    command_id: id('command'),
    correlation: id('correlation'),
    causation: `account-${ADMIN}@7`,
    reason_code: 'fraud',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})
