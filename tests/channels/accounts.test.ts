/** A messenger account while its claim is under way, as where another machine answers. */
import { expect, test } from 'bun:test'
import { deleteConnection } from '../../src/channels/connections/actions'
import { listClaims, slowBucket } from '../support/claims'
import { LOJA } from '../support/company-world'
import { quiet, until } from '../support/until'
import { NOON, type World, world } from '../support/world'

const NUMBER = '5511999998888'
const slow = () => world({ claimBucket: slowBucket(() => NOON) })
const statusOf = (w: Pick<World, 'rows'>, id: number) =>
  w.rows<{ status: string; reason: string | null }>('SELECT status, reason FROM connections WHERE id = ?', id)[0]

test('two companies connect one number at once: one is connected, the other is ended', async () => {
  const w = slow()
  const b = w.company()
  const [mine, theirs] = [w.connection({ open: false }).id, b.connection({ open: false }).id]
  w.telephones.report(w.refOf(mine), { status: 'CONNECTED', number: NUMBER })
  w.telephones.report(b.refOf(theirs), { status: 'CONNECTED', number: NUMBER })
  const both = () => [statusOf(w, mine), statusOf(b, theirs)]
  await until(() => both().some((one) => one?.reason === 'accountInUse'), 'the end of one')
  await until(() => both().some((one) => one?.status === 'CONNECTED'), 'the connection of the other')
  expect(w.telephones.called('logout')).toHaveLength(1)
})

test('what a session reports while its number is claimed comes after it', async () => {
  const w = slow()
  const { id } = w.connection({ open: false })
  for (const status of ['CONNECTED', 'TIMEOUT', 'CONNECTED', 'TIMEOUT'] as const)
    w.telephones.report(w.refOf(id), { status, number: NUMBER })
  await until(() => statusOf(w, id)?.status === 'TIMEOUT', 'the last report')
  expect(listClaims(w.control, 'account')).toContain(`whatsapp:${NUMBER}`)
})

test('a connection that is removed while its number is claimed keeps no claim', async () => {
  const w = slow()
  const { id } = w.connection({ open: false })
  w.telephones.report(w.refOf(id), { status: 'CONNECTED', number: NUMBER })
  deleteConnection(w.cx, id)
  await until(() => listClaims(w.control, 'account').includes(`whatsapp:${NUMBER}`), 'the claim')
  await until(() => !listClaims(w.control, 'account').includes(`whatsapp:${NUMBER}`), 'its release')
})

test('what a session reports while its number is claimed may come after its company has left', async () => {
  const w = slow()
  const b = w.company()
  const ref = b.refOf(b.connection({ open: false }).id)
  for (const status of ['CONNECTED', 'TIMEOUT'] as const) w.telephones.report(ref, { status, number: NUMBER })
  w.server.databases.handOver(ref.tenantUuid)
  await until(() => listClaims(w.control, 'account').includes(`whatsapp:${NUMBER}`), 'the claim')
  await quiet() // what nobody catches ends the process
})

test('a session may not claim a number for a connection that is not there', async () => {
  const w = slow()
  await until(() => statusOf(w, LOJA)?.status === 'CONNECTED', 'the first connection')
  const claimed = w.server.sessions.claim(w.refOf(LOJA), NUMBER)
  expect(await claimed).toBe(true)
  expect(await w.server.sessions.claim({ ...w.refOf(LOJA), connectionId: 77 }, '5511999990000')).toBe(false)
  expect(listClaims(w.control, 'account')).not.toContain('whatsapp:5511999990000')
})
