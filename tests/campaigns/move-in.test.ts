import { expect, test } from 'bun:test'
import { campaignMover } from '../../src/features/campaigns/move-in'
import { listDeliveries, readReport } from '../../src/features/campaigns/report'
import { contactListMover } from '../../src/features/contact-lists/move-in'
import { campaignSettings } from '../../src/outbound/settings'
import { getRows } from '../../src/platform/sql'
import { DAY, HOUR } from '../../src/platform/time'
import { findActor } from '../../src/users/people'
import { peopleMover, row } from '../moving-in/rows'
import { filesOf, type MovedIn, moveIn, type Rows, sourceOf } from '../moving-in/support'
import { runJob } from '../support/jobs'
import { NOON } from '../support/world'

const people = peopleMover({
  users: { 1: 'Rita' },
  contacts: { 1: '5521991234567' },
  connections: { 1: 'Loja' },
  tags: { 5: 'VIP' },
})
const bring = (rows: Rows, files: Record<string, string> = {}) =>
  moveIn(sourceOf({ rows: { 1: { contactLists: [row('contactLists', '1')], ...rows } } }), {
    movers: [people, contactListMover, campaignMover],
    files: filesOf(files),
  })
const stored = ({ db }: MovedIn) =>
  getRows(
    db,
    'SELECT name, status, starts_at AS startsAt, contact_list_id AS list, tag_id AS tag FROM campaigns ORDER BY id',
  )
const admin = ({ db, cx }: MovedIn) => {
  const found = findActor(db, 1, cx.tenant, 'test')
  if (!found) throw new Error('no admin')
  return found
}

test('finished campaigns keep their numbers, and nothing continues by itself', async () => {
  const at = NOON - DAY
  const moved = await bring(
    {
      campaigns: [
        row('campaigns', '1', { mediaPath: 'folheto.png', mediaName: 'Folheto.png' }),
        row('campaigns', '2', { name: 'Em andamento', status: 'EM_ANDAMENTO' }),
        row('campaigns', '3', {
          name: 'Programada',
          status: 'PROGRAMADA',
          scheduledAt: NOON + HOUR,
          listId: null,
          tagId: '5',
        }),
        row('campaigns', '4', { name: 'Cancelada', status: 'CANCELADA', listId: '99' }),
      ],
      campaignDeliveries: [
        row('campaignDeliveries', '1', { deliveredAt: at }),
        row('campaignDeliveries', '2', { number: '5521988887777', deliveredAt: at, ack: 4 }),
        row('campaignDeliveries', '3', { number: '552188887777', deliveredAt: at }),
        row('campaignDeliveries', '4', { number: '351912345678' }),
        row('campaignDeliveries', '5', { number: '351912345679', confirmationRequestedAt: at, confirmation: false }),
        row('campaignDeliveries', '6', { campaignId: '2', deliveredAt: at }),
        row('campaignDeliveries', '7', { campaignId: '2', number: '5521988887777' }),
        row('campaignDeliveries', '8', { campaignId: '99' }),
        row('campaignDeliveries', '10', { campaignId: '3' }),
        row('campaignDeliveries', '9', { number: 'x' }),
      ],
    },
    { 'folheto.png': 'picture' },
  )
  expect(stored(moved)).toMatchObject([
    { name: 'Natal', status: 'FINALIZADA', list: 1 },
    { name: 'Em andamento', status: 'CANCELADA', list: 1 },
    { name: 'Programada', status: 'INATIVA', startsAt: null, list: null, tag: 1 },
    { name: 'Cancelada', status: 'CANCELADA', list: null },
  ])
  expect(moved.noted('campaigns', 'draft')).toBe(2)
  expect(moved.noted('campaigns', 'noParent')).toBe(1)
  expect(moved.imported('campaignDeliveries')).toBe(6)
  expect(moved.merged('campaignDeliveries', 'repeated')).toBe(1)
  expect(moved.skipped('campaignDeliveries', 'noParent')).toBe(1)
  expect(moved.skipped('campaignDeliveries', 'noNumber')).toBe(1)
  expect(moved.skipped('campaignDeliveries', 'draft')).toBe(1)
  expect(moved.missing).toEqual([])

  const report = readReport(moved.cx, admin(moved), 1, moved.world.server.messageCosts)
  expect(report.campaign).toMatchObject({ status: 'FINALIZADA', mediaName: 'Folheto.png', message1: 'Olá, {{name}}!' })
  expect(report.campaign.figures).toMatchObject({
    total: 4,
    sent: 2,
    delivered: 1,
    read: 1,
    skipped: 2,
    waiting: 0,
    optedOut: 0,
  })
  expect(report.points).toMatchObject([{ delivered: 1, read: 1 }])
  const { deliveries } = listDeliveries(moved.cx, admin(moved), 1, { filter: 'skipped', search: '', after: null })
  expect(deliveries.map(({ number, reason }) => [number, reason])).toEqual([
    ['351912345679', 'noConfirmation'],
    ['351912345678', 'moved'],
  ])
  expect(readReport(moved.cx, admin(moved), 2, moved.world.server.messageCosts).campaign.figures).toMatchObject({
    total: 2,
    sent: 1,
    waiting: 1,
  })

  moved.world.clock.forward(2 * HOUR)
  for (const job of ['campaigns.run', 'campaigns.fill', 'campaigns.report']) await runJob(moved.world.server, job)
  expect(getRows(moved.db, 'SELECT 1 FROM messages UNION ALL SELECT 1 FROM outbox')).toEqual([])
  expect(getRows(moved.db, 'SELECT 1 FROM opt_outs')).toEqual([])
})

test('variables are ours, the company’s own or plain text, and settings never become faster', async () => {
  const moved = await bring({
    campaignSettings: [
      { key: 'messageInterval', value: '"25"' },
      { key: 'longerIntervalAfter', value: '"22"' },
      { key: 'greaterInterval', value: '999' },
      {
        key: 'variables',
        value: JSON.stringify(
          JSON.stringify([
            { key: 'cupom', value: 'NATAL' },
            { key: 'nome', value: '' },
          ]),
        ),
      },
      { key: 'sabado', value: 'true' },
    ],
    campaigns: [
      row('campaigns', '1', { messages: ['{nome}, use {cupom} ou {{cidade}} {"a":1} {outra}', '', 'b'.repeat(5_000)] }),
    ],
  })
  expect(campaignSettings(moved.cx)).toMatchObject({
    messageInterval: 30,
    longerIntervalAfter: 20,
    greaterInterval: 300,
    variables: [{ key: 'cupom', value: 'NATAL' }],
  })
  const [texts] = getRows<{ texts: string }>(moved.db, 'SELECT texts FROM campaigns')
  expect(JSON.parse(texts?.texts ?? '')).toEqual([
    '{{name}}, use {{cupom}} ou {cidade} {"a":1} {outra}',
    'b'.repeat(4096),
    '',
    '',
    '',
  ])
  expect(moved.skipped('campaignSettings', 'noCounterpart')).toBe(1)
  expect(moved.noted('campaigns', 'cut')).toBe(1)
  expect(moved.missing).toEqual([])
})

test('a resumed campaign reaches nobody a second time', async () => {
  const moved = await bring({
    contactListItems: [row('contactListItems', '1'), row('contactListItems', '2', { number: '5521988887777' })],
    campaigns: [row('campaigns', '1', { status: 'EM_ANDAMENTO' })],
    campaignDeliveries: [row('campaignDeliveries', '1', { deliveredAt: NOON - DAY })],
  })
  const { restartCampaign } = await import('../../src/features/campaigns/lifecycle')
  restartCampaign(moved.cx, admin(moved), 1)
  await runJob(moved.world.server, 'campaigns.fill')
  expect(getRows(moved.db, 'SELECT number, state FROM campaign_deliveries ORDER BY number')).toEqual([
    { number: '5521988887777', state: 'waiting' },
    { number: '5521991234567', state: 'sent' },
  ])
})
