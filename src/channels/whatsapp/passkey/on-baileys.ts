/**
 * Runs the ceremony on a Baileys socket. Baileys does not support it, and only this file reaches into Baileys for it.
 * tests/channels/whatsapp/passkey/linking.test.ts covers it over the real protocol, and fails when a new Baileys
 * differs.
 */
import { randomBytes } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import * as v from 'valibot'
import type { PasskeyDemand } from '../../channel'
import { PasskeyOptions } from '../../passkeys/contract'
import type { Baileys, Creds, Socket } from '../baileys/baileys'
import { Alarm } from '../session/alarm'
import { hasAccount } from '../storage/credentials'
import { faultOf } from './answer'
import {
  begin,
  type Ceremony,
  codeToCompare,
  type Effect,
  type Happening,
  isAwaited,
  type Ours,
  type PasskeyFailure,
  type PasskeyTimes,
  type Step,
  step,
  type Theirs,
} from './ceremony'
import { commitmentTo, encrypt, KEY_BYTES, keyPairOf, proofOf } from './secrets'

type Parts = {
  readonly sock: Pick<Socket, 'query' | 'sendNode'>
  readonly baileys: Baileys
  /** The socket's credentials: the pairing is signed with their secret. */
  readonly creds: Creds
  /** Second part of the browser name given to Baileys. */
  readonly platform: string
  readonly gone: AbortSignal
  readonly times: PasskeyTimes
  now(): number
  /** Called when the ceremony began or reached another stage. */
  changed(demand: PasskeyDemand): void
  ended(reason: PasskeyFailure): void
}

const SERVER = '@s.whatsapp.net'
const IV_BYTES = 12

export function createPasskey({ sock, baileys, creds, platform, gone, times, now, changed, ended }: Parts) {
  const { proto } = baileys
  const alarm = new Alarm(now)
  let ceremony: Ceremony | null = null
  /** Identifies this ceremony. */
  const id = randomBytes(16).toString('base64url')
  gone.addEventListener('abort', () => alarm.stop())

  function take({ ceremony: next, effects }: Step): void {
    const before = ceremony
    ceremony = next
    const end = effects.find((effect) => effect.do === 'end')
    if (end) {
      ended(end.reason)
      return
    }
    alarm.set(next.expiresAt, () => happened({ what: 'timePassed' }))
    if (shownOf(before) !== shownOf(next)) changed(demandOf(next))
    for (const effect of effects) void perform(effect)
  }

  function happened(what: Happening): void {
    if (ceremony && !gone.aborted) take(step(ceremony, what, now(), times))
  }

  async function perform(effect: Effect): Promise<void> {
    switch (effect.do) {
      case 'askOptions': {
        const answer = await ask('get', { tag: 'passkey_request_options', attrs: {} })
        return happened({ what: 'optionsCame', options: isNode(answer) ? optionsIn(answer, baileys) : null })
      }
      case 'askRef': {
        const answer = await ask('get', { tag: 'ref', attrs: {} })
        const ref = isNode(answer) ? textIn(baileys.getBinaryNodeChild(answer, 'ref')) : ''
        return happened({ what: 'refCame', ref: ref || null })
      }
      case 'sendPrologue': {
        const answer = await ask('set', prologueNode(effect))
        return answer === 'refused' ? happened({ what: 'prologueRefused' }) : undefined
      }
      case 'sendNonce': {
        const answer = await ask('set', { tag: 'companion_nonce', attrs: {}, content: effect.nonce })
        if (answer === 'refused') return happened({ what: 'refused' })
        return isNode(answer) ? happened({ what: 'nonceTaken' }) : undefined
      }
      case 'sendRequest': {
        const answer = await ask('set', requestNode(effect))
        return answer === 'refused' ? happened({ what: 'refused' }) : undefined
      }
      case 'end':
    }
  }

  /** `silent`: no answer, which is not a refusal; the ceremony limits how long it waits. */
  async function ask(type: 'get' | 'set', content: BinaryNode): Promise<BinaryNode | 'refused' | 'silent'> {
    try {
      return (await sock.query({ tag: 'iq', attrs: { to: SERVER, type, xmlns: 'md' }, content: [content] })) ?? 'silent'
    } catch (error) {
      return isRefusal(error) ? 'refused' : 'silent'
    }
  }

  function prologueNode({ credential, ours, ref, handoffKey }: Extract<Effect, { do: 'sendPrologue' }>): BinaryNode {
    const { deviceType = 0 } = ceremony ?? {}
    const { publicKey } = ours.keys
    const identity = proto.CompanionEphemeralIdentity.encode({ publicKey, deviceType, ref }).finish()
    const commitment = { hash: commitmentTo(identity, ours.nonce) }
    const prologue = proto.ProloguePayload.encode({ companionEphemeralIdentity: identity, commitment }).finish()
    const { id, rawId, type, response } = credential
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
    const assertion = { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
    const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content })
    return {
      tag: 'passkey_prologue',
      attrs: {},
      content: [
        leaf('credential_id', Buffer.from(rawId, 'base64url')),
        leaf('webauthn_assertion', Buffer.from(JSON.stringify(assertion))),
        leaf('prologue_payload', prologue),
        ...(handoffKey ? [leaf('pairing_handoff_proof', proofOf(handoffKey, prologue))] : []),
      ],
    }
  }

  function requestNode({ key, iv }: Extract<Effect, { do: 'sendRequest' }>): BinaryNode {
    const request = proto.PairingRequest.encode({
      companionPublicKey: creds.noiseKey.public,
      companionIdentityKey: creds.signedIdentityKey.public,
      advSecret: Buffer.from(creds.advSecretKey, 'base64'),
    }).finish()
    const encryptedPayload = encrypt(key, iv, request)
    const content = proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish()
    return { tag: 'encrypted_pairing_request', attrs: {}, content }
  }

  const demandOf = (current: Ceremony): PasskeyDemand => ({
    id,
    stage: current.stage,
    options: current.options,
    expiresAt: current.expiresAt,
    code: codeToCompare(current),
    wasRefused: current.stage === 'demanded' && current.wasRefused,
    answer(credential) {
      const awaited = ceremony?.options
      if (gone.aborted || !ceremony || !awaited || !isAwaited(ceremony, now())) return 'notAwaited'
      const fault = faultOf(credential, awaited)
      if (fault) return fault
      happened({ what: 'answered', credential, ours: drawn() })
      return null
    },
    compare(isSame) {
      if (gone.aborted || ceremony?.stage !== 'code' || now() >= ceremony.expiresAt) return false
      happened({ what: 'compared', isSame })
      return true
    },
    giveUp: () => happened({ what: 'givenUp' }),
  })

  function demanded(node: BinaryNode): void {
    const options = optionsIn(node, baileys)
    if (ceremony) {
      happened({ what: 'demanded', options })
      return
    }
    const advSecret = Buffer.from(creds.advSecretKey, 'base64')
    // From now on the phone's signature is bound to a secret that was in no code.
    creds.advSecretKey = randomBytes(KEY_BYTES).toString('base64')
    take(begin({ advSecret, deviceType: deviceTypeOf(platform, baileys), options }, now(), times))
  }

  const continued = (node: BinaryNode): void => happened({ what: 'continued', theirs: theirsIn(node, baileys) })

  const acts: Readonly<Record<string, (node: BinaryNode) => void>> = {
    passkey_prologue_request: demanded,
    crsc_continuation: continued,
  }

  return {
    /** Null while WhatsApp demands none. */
    get demand(): PasskeyDemand | null {
      return ceremony && !gone.aborted ? demandOf(ceremony) : null
    },
    /**
     * Returns true for a notification of the ceremony. It is not passed to Baileys, which fails to acknowledge before
     * an account is linked.
     */
    takes(node: BinaryNode): boolean {
      const { id = '', type = '' } = node.attrs
      const act = node.tag === 'notification' && acts[type]
      if (!act || gone.aborted) return false
      sock.sendNode({ tag: 'ack', attrs: { id, to: SERVER, class: 'notification', type } }).catch(() => {}) // repeated by the server
      if (!hasAccount(creds)) act(node)
      return true
    },
  }
}

const isNode = (answer: BinaryNode | string): answer is BinaryNode => typeof answer !== 'string'

/** Baileys throws the server's code as the error's data; its own errors have none. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'data' in error && typeof error.data === 'number'

const drawn = (): Ours => ({
  keys: keyPairOf(randomBytes(KEY_BYTES)),
  nonce: randomBytes(KEY_BYTES),
  iv: randomBytes(IV_BYTES),
})

const shownOf = (ceremony: Ceremony | null): string =>
  JSON.stringify(ceremony && [ceremony.stage, ceremony.options, ceremony.expiresAt])

function optionsIn(node: BinaryNode, { getBinaryNodeChild }: Baileys): PasskeyOptions | null {
  try {
    const said: unknown = JSON.parse(textIn(getBinaryNodeChild(node, 'passkey_request_options')))
    const read = v.safeParse(PasskeyOptions, said)
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** Empty when unreadable. */
function theirsIn(node: BinaryNode, { getBinaryNodeChild, proto }: Baileys): Theirs {
  const content = getBinaryNodeChild(node, 'primary_ephemeral_identity')?.content
  const nothing = new Uint8Array()
  try {
    const read = content instanceof Uint8Array ? proto.PrimaryEphemeralIdentity.decode(content) : null
    return { publicKey: read?.publicKey ?? nothing, nonce: read?.nonce ?? nothing }
  } catch {
    return { publicKey: nothing, nonce: nothing }
  }
}

const textIn = (node: BinaryNode | undefined): string => {
  const content = node?.content
  return typeof content === 'string' || content instanceof Uint8Array ? Buffer.from(content).toString() : ''
}

/** As in Baileys' registration. */
function deviceTypeOf(platform: string, { proto }: Baileys): number {
  const { PlatformType } = proto.DeviceProps
  return PlatformType[platform.toUpperCase() as keyof typeof PlatformType] ?? PlatformType.CHROME // the same look-up as in Baileys
}
