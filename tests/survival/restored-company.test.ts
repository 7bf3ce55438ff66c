/**
 * A company is restored from a backup in the middle of a campaign, with the command and under a running server. By the
 * phones' books no customer has anything twice, opt-outs are respected, and nothing is sent before the activation.
 */
import { expect } from 'bun:test'
import type { Campaign } from '../../src/features/campaigns/contract'
import { program } from '../support/program'
import { test } from '../support/trace'
import { answerLate, openInstallation } from './support/installation'
import { numberOf, reached, type Testbed } from './support/testbed'
import { until } from './support/until'

const PEOPLE = 12
/** The last in the queue, not written to when the backup is made. */
const LEAVES = PEOPLE - 1
const [OFFER, PROMISED] = ['Oferta da semana', 'Como prometido']
/** On no list. */
const REGULAR = numberOf(PEOPLE)
/** Milliseconds until WhatsApp confirms, so that sends are in progress at the restore. */
const LATE = 400

/** Count of each text on each phone. */
async function book(testbed: Testbed): Promise<Record<string, number>> {
  const entries = [...reached(await testbed.books())]
  return Object.fromEntries(
    entries.flatMap(([phone, got]) =>
      [OFFER, PROMISED].map((text) => [`${phone} ${text}`, got.filter((one) => one.text === text).length]),
    ),
  )
}
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

test('a company restored in the middle of a campaign sends nothing twice', async () => {
  const { testbed, client, dataDir } = await openInstallation()
  const numbers = Array.from({ length: PEOPLE }, (_, at) => numberOf(at))
  for (const phone of [...numbers, REGULAR])
    await testbed.run({ do: 'addPhone', phone, name: 'Cliente', role: 'customer' })
  await answerLate(testbed, [], LATE)
  await pace(5)
  const { id: contactListId } = await client.demand<{ id: number }>('POST', '/contact-lists', { name: 'Todos' })
  for (const [at, number] of numbers.entries())
    await client.demand('POST', '/contact-list-items', { contactListId, name: `Cliente ${at}`, number })
  const { id } = await client.demand<Campaign>('POST', '/campaigns', {
    name: 'Oferta',
    message1: OFFER,
    contactListId,
    whatsappId: 1,
  })
  await client.demand('POST', `/campaigns/${id}/start`, {})
  const { id: contactId } = await client.demand<{ id: number }>('POST', '/contacts', {
    name: 'Da promessa',
    number: REGULAR,
  })
  const got = async () => sum(await book(testbed))
  await until(async () => (await got()) >= 2, { every: 50 })

  // State in the backup, and messages sent after it.
  const sendAt = new Date(Date.now() + 4_000).toISOString()
  await client.demand('POST', '/schedules', { contactId, whatsappId: 1, body: PROMISED, sendAt })
  const { folder } = await command<{ folder: string }>('backup', 'create', '--data', dataDir)
  const then = await got()
  await client.demand('POST', '/opt-outs', { number: numberOf(LEAVES) })
  await until(async () => (await got()) >= then + 3 && (await book(testbed))[`${REGULAR} ${PROMISED}`], {
    every: 50,
    why: () => book(testbed),
  })

  const uuid = client.user()?.company.uuidCompany ?? ''
  await command('backup', 'restore', folder, '--tenant', uuid, '--data', dataDir)
  const signedIn = () =>
    client.signIn().then(
      () => true,
      () => false, // the server has not taken the company over yet
    )
  await until(signedIn, { every: 50 })
  await until(async () => (await client.connection(1)).status === 'CONNECTED', { every: 50 })
  await testbed.settled(20_000)
  const restored = await book(testbed)
  await pace(0)
  const state = () => client.demand<Campaign>('GET', `/campaigns/${id}`)
  expect((await state()).wait).toMatchObject({ why: 'resting' })
  // An attendant's answer is sent immediately, so other queued messages would have been sent before.
  const ticket = await client.demand<{ id: number }>('POST', '/tickets', { contactId, queueId: null })
  await client.demand('POST', `/messages/${ticket.id}`, { body: 'Voltamos' })
  await until(
    async () =>
      reached(await testbed.books())
        .get(REGULAR)
        ?.some(({ text }) => text === 'Voltamos'),
    { every: 50 },
  )
  expect(await book(testbed)).toEqual(restored)

  await client.demand('POST', '/company/release', {})
  await until(async () => (await state()).status === 'FINALIZADA', { every: 100, why: state })
  await testbed.settled(20_000)
  const all = await book(testbed)
  expect(Object.entries(all).filter(([, count]) => count > 1)).toEqual([])
  expect(all[`${numberOf(LEAVES)} ${OFFER}`]).toBe(0)
  expect(all[`${REGULAR} ${PROMISED}`]).toBe(1)
  // The outcome of a send in progress at the restore is unknown, so it is not repeated.
  type Rows = { deliveries: { number: string; reason: string | null }[] }
  const { deliveries } = await client.demand<Rows>('GET', `/campaigns/${id}/deliveries?filter=skipped`)
  const unknown = deliveries.flatMap(({ number, reason }) => (reason === 'restored' ? number : []))
  const without = numbers.filter((number) => number !== numberOf(LEAVES) && all[`${number} ${OFFER}`] === 0)
  expect(without.filter((number) => !unknown.includes(number))).toEqual([])

  async function pace(messageInterval: number) {
    const settings = {
      messageInterval,
      longerIntervalAfter: 0,
      dailyCap: 0,
      coldCap: 10_000,
      sendFrom: '00:00',
      sendTo: '00:00',
      sendDays: [0, 1, 2, 3, 4, 5, 6],
    }
    await client.demand('POST', '/campaign-settings', { settings })
  }
}, 240_000)

async function command<T>(...words: string[]): Promise<T> {
  const child = Bun.spawn([...program, ...words, '--json'], { stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return JSON.parse(said) as T // the output of --json
}
