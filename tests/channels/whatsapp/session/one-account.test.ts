/**
 * One connection per account across all companies, and sessions that the operator archives and restores. Whole server,
 * real protocol.
 */
import { expect } from 'bun:test'
import { balcao, balcaoJson } from '../../../cli/support'
import { test } from '../../../support/trace'
import { until } from '../../../survival/support/until'
import { type ManyCompanies, openManyCompanies, phoneOf } from '../many-companies'

/** Also undefined while a command holds the company's folder. */
const onlyOf = (manyCompanies: ManyCompanies, company: number) =>
  manyCompanies.connections(company).then(
    ([first]) => first,
    () => undefined,
  )
const devicesOf = async ({ testbed }: ManyCompanies, phone: string) =>
  (await testbed.state()).phones.find((one) => one.phone === phone)?.devices ?? []
const stands = (manyCompanies: ManyCompanies, company: number, status: string) =>
  until(async () => (await onlyOf(manyCompanies, company))?.status === status, {
    why: async () => JSON.stringify(await onlyOf(manyCompanies, company)),
  })

/** The phone of company 0 scans a QR code of company 1. */
async function scanElsewhere(manyCompanies: ManyCompanies, company: number, phone: string) {
  const qr = await manyCompanies.askForQr(company)
  await manyCompanies.testbed.run({ do: 'scan', phone, qr })
}

test('an account linked to one company is refused by another and unlinked there', async () => {
  const manyCompanies = await openManyCompanies({ companies: 2, each: 1 })
  const phone = phoneOf(0, 0)
  await manyCompanies.link(0)
  await scanElsewhere(manyCompanies, 1, phone)
  await stands(manyCompanies, 1, 'DISCONNECTED')
  expect(await onlyOf(manyCompanies, 1)).toMatchObject({ reason: 'accountTaken', number: null })
  await until(async () => (await devicesOf(manyCompanies, phone)).length === 1)
  expect(await onlyOf(manyCompanies, 0)).toMatchObject({ status: 'CONNECTED', number: phone })

  // After unlinking on the phone it may be linked to the other.
  const [device] = await devicesOf(manyCompanies, phone)
  await manyCompanies.testbed.run({ do: 'removeDevice', phone, device: device?.id ?? 0 })
  await stands(manyCompanies, 0, 'DISCONNECTED')
  await scanElsewhere(manyCompanies, 1, phone)
  await stands(manyCompanies, 1, 'CONNECTED')
  expect((await onlyOf(manyCompanies, 1))?.number).toBe(phone)
}, 180_000)

test('a session archived by command is restored by command and reconnects without a QR code', async () => {
  const manyCompanies = await openManyCompanies({ companies: 1, each: 1 })
  await manyCompanies.link(0)
  const data = ['--data', manyCompanies.dataDir]
  const { live } = await balcaoJson<{ live: { connectionId: number }[] }>(['session', 'list', ...data])
  const connection = String(live[0]?.connectionId)

  expect((await balcao(['session', 'archive', '77', ...data])).code).toBe(1)
  expect((await balcao(['session', 'archive', 'x', ...data])).code).toBe(2)
  const put = await balcaoJson<{ archive: number }>(['session', 'archive', connection, ...data])
  expect(put).toMatchObject({ connectionId: Number(connection), number: phoneOf(0, 0) })
  await stands(manyCompanies, 0, 'DISCONNECTED')
  expect((await onlyOf(manyCompanies, 0))?.reason).toBe('archived')
  // The phone still has it: nothing was unlinked or deleted.
  expect(await devicesOf(manyCompanies, phoneOf(0, 0))).toMatchObject([{ connected: false }])
  expect((await balcao(['session', 'archive', connection, ...data])).code).toBe(1)

  expect(await balcaoJson<object>(['session', 'restore', String(put.archive), ...data])).toMatchObject({
    number: phoneOf(0, 0),
  })
  await stands(manyCompanies, 0, 'CONNECTED')
  expect(await devicesOf(manyCompanies, phoneOf(0, 0))).toMatchObject([{ connected: true }])
}, 180_000)

test('a restored session is refused if its account is now linked to another company', async () => {
  const manyCompanies = await openManyCompanies({ companies: 2, each: 1 })
  const phone = phoneOf(0, 0)
  await manyCompanies.link(0)
  const data = ['--data', manyCompanies.dataDir]
  const put = await balcaoJson<{ archive: number }>(['session', 'archive', '1', ...data])
  await scanElsewhere(manyCompanies, 1, phone)
  await stands(manyCompanies, 1, 'CONNECTED')
  await balcaoJson(['session', 'restore', String(put.archive), ...data])
  await until(async () => (await onlyOf(manyCompanies, 0))?.reason === 'accountInUse')
  await until(async () => (await devicesOf(manyCompanies, phone)).length === 1)
  await Bun.sleep(200) // the refused session reports once more
  expect(await onlyOf(manyCompanies, 0)).toMatchObject({ status: 'DISCONNECTED', reason: 'accountInUse' })
  expect(await onlyOf(manyCompanies, 1)).toMatchObject({ status: 'CONNECTED', number: phone })
}, 180_000)
