/** Linking with a passkey over the real protocol, between our session and the simulator's server and phone. */
import { afterEach, expect } from 'bun:test'
import type { PasskeyCredential } from '../../../../src/channels/passkeys/contract'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { PASSKEY_DEMAND, readFact } from '../../../../src/channels/whatsapp/storage/facts'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { COMPANY, MARIA, REF, until } from '../support'
import { runCleanups } from '../testbed'
import { answerOf, answerWith, endsWith, passkeyTestbed, requireAt, type Session, scanned } from './support'

afterEach(runCleanups)

const impatient = (times: Partial<typeof defaultLimits.passkey>) => ({
  limits: { passkey: { ...defaultLimits.passkey, ...times } },
})
const stored = (session: Session) => session.db.prepare('SELECT * FROM session_rows').all()

test('links by QR once the passkey is confirmed, without a code, and messages go both ways', async () => {
  const { simulator, session, maria } = await passkeyTestbed()
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  expect(readFact(session.db, PASSKEY_DEMAND)?.value).toBe(String(REF.connectionId))
  expect(session.latest()).toMatchObject({
    status: 'PASSKEY',
    reason: null,
    qrcode: '',
    passkey: { stage: 'demanded' },
  })
  expect(demand.options).toMatchObject({
    rpId: 'whatsapp.com',
    userVerification: 'required',
    extensions: { uvm: true },
  })
  expect(demand.answer(await answerOf(simulator))).toBeNull()
  await session.becomes('CONNECTED')
  expect(session.channel.passkey(REF)).toBeNull()
  expect(session.news.some(({ passkey }) => passkey?.stage === 'code')).toBe(false)
  const id = await maria.say(COMPANY, 'oi')
  expect((await session.hears('oi')).externalId).toBe(id)
  await session.say(MARIA, 'bom dia')
  await maria.gets('bom dia')
})

test('links by a typed code too', async () => {
  const { simulator, session } = await passkeyTestbed()
  await session.channel.pair(REF, { by: 'code', number: COMPANY })
  const code = await until(() => session.latest()?.pairingCode)
  expect(await simulator.run({ do: 'enterCode', phone: COMPANY, code })).toMatchObject({ error: 'passkey_required' })
  const demand = await requireAt(session, 'demanded')
  expect(session.latest()).toMatchObject({ pairingCode: null })
  demand.answer(await answerOf(simulator))
  await session.becomes('CONNECTED')
})

test('shows the phone’s code when the proof is too old, and continues after the comparison', async () => {
  const { simulator, session, company } = await passkeyTestbed(impatient({ handoff: 0 }))
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  demand.answer(await answerOf(simulator))
  const { code, compare } = await requireAt(session, 'code')
  expect(code).toMatch(/^[1-9A-HJKLMNP-Z]{4}-[1-9A-HJKLMNP-Z]{4}$/)
  expect(code).toBe((await company.until(({ linking }) => linking?.code)) as string)
  expect(compare(true)).toBe(true)
  await session.becomes('CONNECTED')
})

test('links nothing when the codes differ', async () => {
  const { simulator, session, company } = await passkeyTestbed(impatient({ handoff: 0 }))
  await simulator.run({ do: 'setFault', name: 'passkeyOtherCode', on: true })
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  demand.answer(await answerOf(simulator))
  const { code, compare } = await requireAt(session, 'code')
  expect(code).not.toBe((await company.until(({ linking }) => linking?.code)) as string)
  compare(false)
  await endsWith(session, 'passkeyCodeDiffers')
  expect(company.view().devices).toEqual([])
  expect(stored(session)).toEqual([])
})

test('tolerates repeated and late messages', async () => {
  const { simulator, session } = await passkeyTestbed()
  await simulator.run({ do: 'setFault', name: 'passkeyTwice', on: true })
  await simulator.run({ do: 'setFault', name: 'passkeyLate', on: true, value: 100 })
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  demand.answer(await answerOf(simulator))
  await session.becomes('CONNECTED')
})

test('requests the options when the demand has none, and ends without them', async () => {
  const { simulator, session } = await passkeyTestbed()
  await simulator.run({ do: 'setFault', name: 'passkeyNoOptions', on: true, times: 1 })
  await scanned({ simulator, session })
  await requireAt(session, 'demanded')
  await simulator.run({ do: 'setFault', name: 'passkeyNoOptions', on: true })
  await scanned({ simulator, session })
  await endsWith(session, 'passkeyNoOptions')
})

test('ends when an accepted answer is followed by nothing, and can be tried again', async () => {
  const { simulator, session } = await passkeyTestbed(impatient({ silence: 300 }))
  await simulator.run({ do: 'setFault', name: 'passkeySilent', on: true })
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  demand.answer(await answerOf(simulator))
  await endsWith(session, 'passkeySilent')
  await simulator.run({ do: 'clearFaults' })
  await scanned({ simulator, session })
  const again = await requireAt(session, 'demanded')
  expect(again.id).not.toBe(demand.id)
  again.answer(await answerOf(simulator))
  await session.becomes('CONNECTED')
})

for (const lost of ['passkey_prologue', 'companion_nonce', 'encrypted_pairing_request'])
  test(`does not take a lost message for a refusal: ${lost}`, async () => {
    const times = { ...defaultLimits.passkey, silence: 900 }
    const { simulator, session } = await passkeyTestbed({ limits: { query: 200, passkey: times } })
    simulator.intercept((_connection, { content }) => {
      const [asked] = Array.isArray(content) ? content : []
      return asked?.tag === lost ? 'drop' : undefined
    })
    await scanned({ simulator, session })
    const demand = await requireAt(session, 'demanded')
    demand.answer(await answerOf(simulator))
    await endsWith(session, 'passkeySilent')
    expect(
      session.news.flatMap(({ passkey }) => passkey?.stage ?? []).filter((stage) => stage === 'demanded'),
    ).toHaveLength(1)
  })

test('ends when nobody answers in time; a later answer changes nothing', async () => {
  const { simulator, session, company } = await passkeyTestbed(impatient({ answer: 300 }))
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  const answer = await answerOf(simulator)
  await endsWith(session, 'passkeyOutOfTime')
  expect(demand.answer(answer)).toBe('notAwaited')
  expect(session.channel.passkey(REF)).toBeNull()
  expect(company.view().devices).toEqual([])
})

test('ends when it is cancelled', async () => {
  const { simulator, session } = await passkeyTestbed()
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  demand.giveUp()
  await endsWith(session, 'passkeyGivenUp')
  expect(session.channel.passkey(REF)).toBeNull()
})

for (const place of [1, 3, 4, 5, 6, 7])
  test(`ends with a reason and leaves nothing when the connection is cut at step ${place}`, async () => {
    const { simulator, session, company } = await passkeyTestbed()
    await simulator.run({ do: 'setFault', name: 'passkeyCut', on: true, value: place, times: 1 })
    await scanned({ simulator, session })
    if (place > 1) {
      const demand = await requireAt(session, 'demanded')
      demand.answer(await answerOf(simulator))
    }
    await endsWith(session, 'passkeyLineLost')
    expect(company.view().devices).toEqual([])
    expect(stored(session)).toEqual([])
  })

type Forgery = {
  what: string
  fault: string
  forge(answer: { challenge: string; secret: Parameters<typeof answerWith>[0] }): object
}
const forgeries: Forgery[] = [
  {
    what: 'another passkey',
    fault: 'credential',
    forge: ({ challenge, secret }) => answerWith({ ...secret, id: 'AAAA' }, { challenge }),
  },
  {
    what: 'a signature of another key',
    fault: 'signature',
    forge: ({ challenge, secret }) =>
      answerWith({ ...secret, secret: Buffer.alloc(32, 7).toString('base64url') }, { challenge }),
  },
  {
    what: 'no verification of the person',
    fault: 'verification',
    forge: ({ challenge, secret }) => answerWith(secret, { challenge, isVerified: false }),
  },
  {
    what: 'another site’s passkey',
    fault: 'rpId',
    forge: ({ challenge, secret }) => answerWith(secret, { challenge, rpId: 'example.com' }),
  },
]
for (const { what, fault, forge } of forgeries)
  test(`asks again when WhatsApp refuses the answer: ${what}`, async () => {
    const { simulator, session } = await passkeyTestbed()
    await scanned({ simulator, session })
    const demand = await requireAt(session, 'demanded')
    const exported = await simulator.run({ do: 'exportPasskey', phone: COMPANY })
    const { credentialId, privateKey, userHandle } = JSON.parse((exported.ok && exported.text) || '{}')
    const url = (text: string) => Buffer.from(text, 'base64').toString('base64url')
    const secret = {
      id: url(credentialId),
      userHandle: url(userHandle),
      // Offset of the 32 key bytes in the PKCS #8 of a P-256 key.
      secret: Buffer.from(privateKey, 'base64').subarray(36, 68).toString('base64url'),
      signCount: 0,
    }
    const forged = forge({ challenge: demand.options?.challenge ?? '', secret })
    expect(demand.answer(forged as PasskeyCredential)).toBeNull()
    await until(() => session.channel.passkey(REF)?.wasRefused)
    expect(simulator.state().events.map(({ what: happened }) => happened)).toContain(`passkey:refused:${fault}`)
    const again = await requireAt(session, 'demanded')
    expect(again.options?.challenge).not.toBe(demand.options?.challenge)
    again.answer(await answerOf(simulator))
    await session.becomes('CONNECTED')
  })

test('refuses an answer to another request or from another page before sending anything', async () => {
  const { simulator, session } = await passkeyTestbed()
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  const key = { id: 'AAAA', userHandle: 'AAAA', secret: Buffer.alloc(32, 7).toString('base64url'), signCount: 0 }
  const challenge = demand.options?.challenge ?? ''
  const answer = (asked: Parameters<typeof answerWith>[1]) => demand.answer(answerWith(key, asked) as PasskeyCredential)
  expect(answer({ challenge: 'AAAA' })).toBe('other')
  expect(answer({ challenge, origin: 'https://web.whatsapp.com.example' })).toBe('elsewhere')
  expect(session.channel.passkey(REF)?.stage).toBe('demanded')
})

test('accepts only one answer', async () => {
  const { simulator, session } = await passkeyTestbed()
  await simulator.run({ do: 'setFault', name: 'passkeySilent', on: true })
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  const answer = await answerOf(simulator)
  expect(demand.answer(answer)).toBeNull()
  expect(demand.answer(answer)).toBe('notAwaited')
})

test('a new QR code replaces the demand', async () => {
  const { simulator, session } = await passkeyTestbed()
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  const answer = await answerOf(simulator)
  await session.channel.pair(REF, { by: 'qr' })
  await session.becomes('qrcode')
  expect(session.channel.passkey(REF)).toBeNull()
  expect(demand.answer(answer)).toBe('notAwaited')
})

test('waits for the passkey without a viewer and after the QR codes have expired', async () => {
  const { simulator, session } = await passkeyTestbed({ limits: { pairingWindow: 400, qrLife: 100 } })
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  await Bun.sleep(1_000)
  session.channel.keepPairing(REF)
  expect(demand.answer(await answerOf(simulator))).toBeNull()
  await session.becomes('CONNECTED')
})

test('writes neither challenge nor answer into the log', async () => {
  const { simulator, session } = await passkeyTestbed()
  await scanned({ simulator, session })
  const demand = await requireAt(session, 'demanded')
  const answer = await answerOf(simulator)
  demand.answer(answer)
  await session.becomes('CONNECTED')
  const log = JSON.stringify(session.logged)
  for (const secret of [demand.options?.challenge ?? '', answer.response.signature]) expect(log).not.toContain(secret)
})

test('acknowledges the demand, which Baileys cannot before an account is linked', async () => {
  const { simulator, session } = await passkeyTestbed()
  const acknowledged: string[] = []
  simulator.intercept((_connection, stanza) => {
    if (stanza.tag === 'ack') acknowledged.push(stanza.attrs.type ?? '')
    return undefined
  })
  await scanned({ simulator, session })
  await until(() => acknowledged.includes('passkey_prologue_request'))
})

test('ignores a demand on a linked session', async () => {
  const { simulator, session, maria } = await passkeyTestbed()
  await simulator.run({ do: 'setHabits', phone: COMPANY, demandsPasskey: false })
  await session.link(simulator.phone(COMPANY))
  let answers = 0
  simulator.intercept((connection) => {
    if (answers++ === 0) {
      const attributes = { from: '@s.whatsapp.net', type: 'passkey_prologue_request', id: 'X1', t: 1 }
      connection.send(node('notification', attributes, []))
    }
    return undefined
  })
  await maria.say(COMPANY, 'um')
  await session.hears('um')
  await maria.say(COMPANY, 'dois')
  await session.hears('dois')
  expect(session.status()).toBe('CONNECTED')
  expect(session.news.some(({ status }) => status === 'PASSKEY')).toBe(false)
})
