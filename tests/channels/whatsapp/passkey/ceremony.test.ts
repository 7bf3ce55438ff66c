/** The ceremony's state machine against a server that randomly loses, repeats, reorders and delays messages. */
import { expect, test } from 'bun:test'
import type { PasskeyCredential, PasskeyOptions } from '../../../../src/channels/passkeys/contract'
import {
  begin,
  type Ceremony,
  type Effect,
  type Happening,
  type PasskeyTimes,
  step,
} from '../../../../src/channels/whatsapp/passkey/ceremony'
import { keyPairOf } from '../../../../src/channels/whatsapp/passkey/secrets'
import { inSuite } from '../../../support/long'
import { createRandom } from '../../../support/random'

const TIMES: PasskeyTimes = { answer: 600_000, handoff: 300_000, silence: 60_000, compare: 180_000 }
const options = (challenge: string): PasskeyOptions => ({ challenge, rpId: 'whatsapp.com' })
const credential = { id: 'A', rawId: 'A', type: 'public-key' } as PasskeyCredential // the state machine only passes it on
const ours = (seed: number) => ({
  keys: keyPairOf(Buffer.alloc(32, seed)),
  nonce: Buffer.alloc(32, seed),
  iv: Buffer.alloc(12, seed),
})
const theirs = { publicKey: keyPairOf(Buffer.alloc(32, 200)).publicKey, nonce: Buffer.alloc(32, 9) }

type Run = { ceremony: Ceremony; effects: Effect[]; now: number }
const start = (demanded: PasskeyOptions | null, now = 0): Run => {
  const { ceremony, effects } = begin({ advSecret: Buffer.alloc(32, 1), deviceType: 1, options: demanded }, now, TIMES)
  return { ceremony, effects: [...effects], now }
}
function tell(run: Run, happening: Happening): readonly Effect[] {
  const { ceremony, effects } = step(run.ceremony, happening, run.now, TIMES)
  run.ceremony = ceremony
  run.effects.push(...effects)
  return effects
}
const doings = (effects: readonly Effect[]) => effects.map((effect) => effect.do)

test('requests the ref, sends the prologue, opens the nonce, sends the request', () => {
  const run = start(options('A'))
  tell(run, { what: 'answered', credential, ours: ours(3) })
  tell(run, { what: 'refCame', ref: 'r' })
  tell(run, { what: 'continued', theirs })
  tell(run, { what: 'nonceTaken' })
  expect(doings(run.effects)).toEqual(['askRef', 'sendPrologue', 'sendNonce', 'sendRequest'])
  expect(run.ceremony.stage).toBe('finishing')
})

test('requires comparing the code when the proof is too old', () => {
  const run = start(options('A'))
  run.now = TIMES.handoff
  tell(run, { what: 'answered', credential, ours: ours(3) })
  tell(run, { what: 'refCame', ref: 'r' })
  expect(run.effects.at(-1)).toMatchObject({ do: 'sendPrologue', handoffKey: null })
  tell(run, { what: 'continued', theirs })
  expect(doings(tell(run, { what: 'nonceTaken' }))).toEqual([])
  expect(run.ceremony.stage).toBe('code')
  expect(doings(tell(run, { what: 'compared', isSame: true }))).toEqual(['sendRequest'])
})

test('refuses an invalid public key', () => {
  const run = start(options('A'))
  tell(run, { what: 'answered', credential, ours: ours(3) })
  tell(run, { what: 'refCame', ref: 'r' })
  tell(run, { what: 'continued', theirs: { publicKey: Buffer.alloc(32), nonce: Buffer.alloc(32) } })
  expect(tell(run, { what: 'nonceTaken' })).toEqual([{ do: 'end', reason: 'passkeyUnreadable' }])
})

test('sends each message once, in order, and ends, whatever the server loses, repeats, reorders or delays', () => {
  for (let seed = 1; seed <= inSuite(3_000, 50_000); seed++) {
    try {
      play(seed)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error}`)
    }
  }
})

/** One ceremony with an unreliable server and a person who answers at some time, or never. */
function play(seed: number) {
  const random = createRandom(seed)
  const chance = (percent: number) => random.between(1, 100) <= percent
  const run = start(chance(80) ? options('A') : null)
  const due: { at: number; happening: Happening }[] = []
  const later = (happening: Happening, most = 90_000) => due.push({ at: run.now + random.between(0, most), happening })
  /** Lost, or once or several times, at any time. */
  const handle = (happening: Happening) => {
    if (chance(10)) return
    for (let times = chance(20) ? 3 : 1; times > 0; times--) later(happening, chance(80) ? 500 : 120_000)
  }
  /** Events that may come at any time. */
  for (const stray of [
    { what: 'demanded', options: options('B') },
    { what: 'demanded', options: null },
    { what: 'continued', theirs },
    { what: 'nonceTaken' },
    { what: 'refCame', ref: 'stray' },
    { what: 'prologueRefused' },
    { what: 'compared', isSame: true },
  ] satisfies Happening[])
    if (chance(15)) later(stray, 700_000)
  for (let tries = random.between(0, 3); tries > 0; tries--)
    later({ what: 'answered', credential, ours: ours(tries) }, 700_000)

  const sent: Effect[] = []
  let ended: string | null = null
  let isLinked = false
  const react = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      sent.push(effect)
      if (effect.do === 'end') ended = effect.reason
      if (effect.do === 'askOptions') handle({ what: 'optionsCame', options: chance(90) ? options('C') : null })
      if (effect.do === 'askRef') handle({ what: 'refCame', ref: chance(90) ? 'ref' : null })
      if (effect.do === 'sendPrologue') handle(chance(85) ? { what: 'continued', theirs } : { what: 'prologueRefused' })
      if (effect.do === 'sendNonce') handle({ what: 'nonceTaken' })
      if (effect.do === 'sendRequest') isLinked = chance(90)
    }
    if (run.ceremony.stage === 'code' && chance(70)) later({ what: 'compared', isSame: chance(80) }, 200_000)
  }
  react(run.effects)
  let steps = 0
  while (ended === null && !isLinked) {
    if (++steps > 1_000) throw new Error('it never ends')
    due.sort((a, b) => a.at - b.at)
    const next = due[0] && due[0].at <= run.ceremony.expiresAt ? due.shift() : undefined
    run.now = Math.max(run.now, next?.at ?? run.ceremony.expiresAt)
    react(tell(run, next?.happening ?? { what: 'timePassed' }))
  }
  judge(sent, run, ended)
}

function judge(sent: readonly Effect[], run: Run, ended: string | null) {
  const order = doings(sent)
  const requests = sent.filter((effect) => effect.do === 'sendRequest')
  expect(requests.length).toBeLessThanOrEqual(1)
  // Nothing follows the end, and only the end follows the request.
  const end = order.indexOf('end')
  if (end >= 0) expect(end).toBe(order.length - 1)
  if (requests.length > 0) {
    const since = order.slice(order.lastIndexOf('askRef'))
    expect(since.slice(0, 4)).toEqual(['askRef', 'sendPrologue', 'sendNonce', 'sendRequest'])
  }
  // A nonce is opened only after its commitment, and once per attempt.
  const nonces = sent.filter((effect) => effect.do === 'sendNonce').length
  const prologues = sent.filter((effect) => effect.do === 'sendPrologue').length
  expect(nonces).toBeLessThanOrEqual(prologues)
  expect(ended !== null || run.ceremony.stage === 'finishing').toBe(true)
  // Ten minutes for the passkey, then at most one each of: silence, comparison, silence.
  expect(run.now).toBeLessThanOrEqual(TIMES.answer + 2 * TIMES.silence + TIMES.compare)
}
