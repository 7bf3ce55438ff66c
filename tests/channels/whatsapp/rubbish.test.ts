/** Garbage from a customer or from WhatsApp itself stops nothing and loses no other message. */
import { expect } from 'bun:test'
import type { Simulator } from '../../../src/simulator/simulator'
import type { BinaryNode } from '../../../src/simulator/wire/nodes'
import { node } from '../../../src/simulator/wire/nodes'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { COMPANY, JOAO, MARIA } from '../../tickets/backfill/support'
import { linkedInstallation } from './installation'
import { actions, kinds, messages, type Rubbish, toOwnDevices } from './rubbish/contents'
import { stanzas } from './rubbish/stanzas'
import { openConnectionOf } from './server-connection'

const SEED = 7
const FRAMES_PER_BATCH = 25
/** Log messages that may appear: none of them quotes content. */
const WORDS = /^(baileys: |file not fetched|whatsapp: a part of the history)/

async function shopAmongRubbish() {
  const { installation, run, standings, simulator } = await linkedInstallation({ limits: { placeholder: 300 } })
  const before = standings().length
  const kindOf = (id: string) =>
    installation.rows<{ kind: string }>('SELECT kind FROM messages WHERE external_id = ?', id)[0]?.kind
  /** The neighbour's message arrives. */
  const neighbour = async () => {
    const { id } = await run({ do: 'say', from: JOAO, to: COMPANY, text: 'bom dia' })
    await until(() => kindOf(id ?? '') === 'chat', { why: () => installation.logged.slice(-3).join('') })
  }
  /** The server's side of the connection, found by the receipt for the neighbour's message. */
  const connected = async () => {
    const found = openConnectionOf(simulator, COMPANY)
    await neighbour()
    return found
  }
  const send = async ({ bytes, edit }: Rubbish, from = MARIA) =>
    (
      await run({
        do: 'sendContent',
        from,
        to: COMPANY,
        base64: Buffer.from(bytes).toString('base64'),
        ...(edit && { edit }),
      })
    ).id ?? ''
  /** The connection was never lost, and the log quotes nobody. */
  const expectCalm = () => {
    expect(
      standings()
        .slice(before)
        .filter(({ status }) => status !== 'CONNECTED'),
    ).toEqual([])
    const said = installation.logged.map((line) => JSON.parse(line) as { msg: string; reason?: string })
    expect(said.filter(({ msg }) => !WORDS.test(msg))).toEqual([])
    expect(Math.max(0, ...installation.logged.map(({ length }) => length))).toBeLessThan(2_000)
  }
  return { installation, simulator, kindOf, neighbour, connected, send, expectCalm }
}

/** Ids of the stanzas that a client has acknowledged. */
function confirmationsIn(simulator: Pick<Simulator, 'intercept'>): readonly string[] {
  const confirmed: string[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag === 'ack') confirmed.push(attrs.id ?? '')
    return undefined
  })
  return confirmed
}

test('any customer content is shown or ignored, and messages of others arrive', async () => {
  const { installation, kindOf, neighbour, send, expectCalm } = await shopAmongRubbish()
  const sent: (Rubbish & { readonly id: string })[] = []
  for (const one of [...kinds(SEED, 1), ...messages(SEED), ...actions(SEED)]) {
    sent.push({ ...one, id: await send(one) })
    if (sent.length % FRAMES_PER_BATCH === 0) await neighbour()
  }
  await neighbour()
  const wrong = sent.filter(({ id, isMessage }) => isMessage !== null && (kindOf(id) !== undefined) !== isMessage)
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(installation.rows('SELECT id FROM messages WHERE failure IS NOT NULL')).toEqual([])
  expectCalm()
}, 180_000)

test('messages arrive whatever our own phone sends its devices', async () => {
  const { neighbour, send, expectCalm } = await shopAmongRubbish()
  let sent = 0
  for (const one of toOwnDevices(SEED)) {
    await send(one, COMPANY)
    sent += 1
    if (sent % FRAMES_PER_BATCH === 0) await neighbour()
  }
  await neighbour()
  expectCalm()
}, 180_000)

test('messages arrive whatever WhatsApp sends', async () => {
  const { neighbour, connected, expectCalm } = await shopAmongRubbish()
  const connection = await connected()
  let sent = 0
  for (const stanza of stanzas(SEED, 6)) {
    connection.send(stanza)
    sent += 1
    if (sent % FRAMES_PER_BATCH === 0) await neighbour()
  }
  await neighbour()
  expectCalm()
}, 180_000)

/** Undecryptable bytes. */
const scrambled = (at: number): BinaryNode => {
  const attrs = { id: `SCRAMBLED${at}`, from: `${MARIA}@s.whatsapp.net`, t: '1700000000', type: 'text' }
  return node('message', attrs, [node('enc', { v: '2', type: 'msg' }, Buffer.alloc(60, 3))])
}

test('many undecryptable messages do not delay others', async () => {
  const { neighbour, connected } = await shopAmongRubbish()
  const connection = await connected()
  for (let at = 0; at < 40; at++) connection.send(scrambled(at))
  await neighbour()
})

test('an empty group call is confirmed and ignored', async () => {
  const { simulator, neighbour, connected, expectCalm } = await shopAmongRubbish()
  const connection = await connected()
  const confirmed = confirmationsIn(simulator)
  const attrs = { id: 'CALL', from: `${MARIA}@s.whatsapp.net`, t: '1700000000' }
  connection.send(node('call', attrs, [node('offer', { 'group-jid': '120363000000000000@g.us' })]))
  await until(() => confirmed.includes('CALL'))
  await neighbour()
  expectCalm()
})
