/**
 * Linking with a passkey as a state machine without clock, network or randomness: events go in, effects come out.
 * Server messages may come late, twice, out of order or never; every run ends with a linked phone or with a reason.
 */
import type { PasskeyCredential, PasskeyOptions, PasskeyStage } from '../../passkeys/contract'
import { agree, codeOf, handoffKeyOf, KEY_BYTES, type KeyPair, requestKeyOf } from './secrets'

/** A key under `connections.reason`. */
export type PasskeyFailure =
  | 'passkeyOutOfTime'
  | 'passkeyNoOptions'
  | 'passkeyRefused'
  | 'passkeySilent'
  | 'passkeyUnreadable'
  | 'passkeyCodeDiffers'
  | 'passkeyGivenUp'

export type PasskeyTimes = {
  /** Time for the owner's answer, from the demand. */
  readonly answer: number
  /** How long the phone accepts our proof without a code. */
  readonly handoff: number
  /** Time for WhatsApp to continue after an answer, and for the phone to link after our request. */
  readonly silence: number
  /** Time for comparing the codes. */
  readonly compare: number
}

/** Random values for one answer. */
export type Ours = { readonly keys: KeyPair; readonly nonce: Buffer; readonly iv: Buffer }
export type Theirs = { readonly publicKey: Uint8Array; readonly nonce: Uint8Array }

type Attempt = {
  readonly credential: PasskeyCredential
  readonly ours: Ours
  /** Whether the prologue has the proof; then no code has to be compared. */
  readonly isProven: boolean
  readonly ref: string | null
  readonly theirs: Theirs | null
}

export type Ceremony = {
  readonly stage: PasskeyStage
  /** When the stage times out. */
  readonly expiresAt: number
  /** Until when a passkey may be requested, across all tries. */
  readonly answerBy: number
  readonly options: PasskeyOptions | null
  readonly handoffKey: Buffer
  readonly handoffUntil: number
  readonly deviceType: number
  readonly attempt: Attempt | null
  readonly wasRefused: boolean
}

export type Happening =
  /** Null: the server sent none that is readable. */
  | { readonly what: 'demanded'; readonly options: PasskeyOptions | null }
  | { readonly what: 'optionsCame'; readonly options: PasskeyOptions | null }
  | { readonly what: 'answered'; readonly credential: PasskeyCredential; readonly ours: Ours }
  /** Null: the server gave none. */
  | { readonly what: 'refCame'; readonly ref: string | null }
  | { readonly what: 'prologueRefused' }
  | { readonly what: 'continued'; readonly theirs: Theirs }
  | { readonly what: 'nonceTaken' }
  | { readonly what: 'compared'; readonly isSame: boolean }
  /** The server refused the nonce or the request. */
  | { readonly what: 'refused' }
  | { readonly what: 'timePassed' }
  | { readonly what: 'givenUp' }

export type Effect =
  | { readonly do: 'askOptions' }
  | { readonly do: 'askRef' }
  | {
      readonly do: 'sendPrologue'
      readonly credential: PasskeyCredential
      readonly ours: Ours
      readonly ref: string
      readonly handoffKey: Buffer | null
    }
  | { readonly do: 'sendNonce'; readonly nonce: Buffer }
  | { readonly do: 'sendRequest'; readonly key: Buffer; readonly iv: Buffer }
  | { readonly do: 'end'; readonly reason: PasskeyFailure }

export type Step = { readonly ceremony: Ceremony; readonly effects: readonly Effect[] }

type Beginning = {
  /** The secret of the code that the phone scanned. */
  readonly advSecret: Uint8Array
  readonly deviceType: number
  readonly options: PasskeyOptions | null
}

export function begin({ advSecret, deviceType, options }: Beginning, now: number, times: PasskeyTimes): Step {
  const answerBy = now + times.answer
  const ceremony: Ceremony = {
    stage: 'demanded',
    expiresAt: answerBy,
    answerBy,
    options,
    handoffKey: handoffKeyOf(advSecret),
    handoffUntil: now + times.handoff,
    deviceType,
    attempt: null,
    wasRefused: false,
  }
  return { ceremony, effects: options ? [] : [{ do: 'askOptions' }] }
}

/** The code to compare; null except at the stage `code`. */
export function codeToCompare({ stage, attempt }: Ceremony): string | null {
  if (stage !== 'code' || !attempt?.theirs) return null
  const { ours, theirs } = attempt
  return codeOf({ nonce: ours.nonce, theirNonce: theirs.nonce, theirKey: theirs.publicKey })
}

/** Whether an answer is expected. */
export const isAwaited = ({ stage, options, expiresAt }: Ceremony, now: number): boolean =>
  stage === 'demanded' && options !== null && now < expiresAt

export function step(ceremony: Ceremony, happening: Happening, now: number, times: PasskeyTimes): Step {
  const { stage, attempt } = ceremony
  const nothing: Step = { ceremony, effects: [] }
  const end = (reason: PasskeyFailure): Step => ({ ceremony, effects: [{ do: 'end', reason }] })
  const become = (change: Partial<Ceremony>, ...effects: Effect[]): Step => ({
    ceremony: { ...ceremony, ...change },
    effects,
  })

  switch (happening.what) {
    case 'demanded':
      // A repetition. A new challenge replaces the first only while that is unanswered.
      return stage === 'demanded' && happening.options ? become({ options: happening.options }) : nothing
    case 'optionsCame':
      if (stage !== 'demanded' || ceremony.options) return nothing
      return happening.options ? become({ options: happening.options }) : end('passkeyNoOptions')
    case 'answered': {
      if (!isAwaited(ceremony, now)) return nothing
      const { credential, ours } = happening
      const isProven = now < ceremony.handoffUntil
      return become(
        {
          stage: 'answered',
          options: null,
          expiresAt: now + times.silence,
          attempt: { credential, ours, isProven, ref: null, theirs: null },
        },
        { do: 'askRef' },
      )
    }
    case 'refCame': {
      if (stage !== 'answered' || !attempt || attempt.ref !== null) return nothing
      const { ref } = happening
      if (ref === null) return end('passkeySilent')
      const { credential, ours, isProven } = attempt
      const handoffKey = isProven ? ceremony.handoffKey : null
      return become({ attempt: { ...attempt, ref } }, { do: 'sendPrologue', credential, ours, ref, handoffKey })
    }
    case 'prologueRefused': {
      if (stage !== 'answered' || !attempt?.ref || attempt.theirs) return nothing
      if (now >= ceremony.answerBy) return end('passkeyRefused')
      const { answerBy: expiresAt } = ceremony
      return become(
        { stage: 'demanded', options: null, attempt: null, wasRefused: true, expiresAt },
        { do: 'askOptions' },
      )
    }
    case 'continued': {
      if (stage !== 'answered' || !attempt?.ref || attempt.theirs) return nothing
      const { theirs } = happening
      if (theirs.publicKey.length !== KEY_BYTES || theirs.nonce.length !== KEY_BYTES) return end('passkeyUnreadable')
      return become({ attempt: { ...attempt, theirs } }, { do: 'sendNonce', nonce: attempt.ours.nonce })
    }
    case 'nonceTaken':
      if (stage !== 'answered' || !attempt?.theirs) return nothing
      return attempt.isProven ? finish() : become({ stage: 'code', expiresAt: now + times.compare })
    case 'compared':
      if (stage !== 'code') return nothing
      return happening.isSame ? finish() : end('passkeyCodeDiffers')
    case 'refused':
      return stage === 'demanded' ? nothing : end('passkeyRefused')
    case 'timePassed':
      if (now < ceremony.expiresAt) return nothing
      return end(stage === 'answered' || stage === 'finishing' ? 'passkeySilent' : 'passkeyOutOfTime')
    case 'givenUp':
      return end('passkeyGivenUp')
  }

  function finish(): Step {
    const { ours, ref, theirs } = attempt ?? {}
    if (!ours || !theirs || ref == null) return nothing
    const { deviceType } = ceremony
    try {
      const key = requestKeyOf({ shared: agree(ours.keys, theirs.publicKey), deviceType, ref })
      return become({ stage: 'finishing', expiresAt: now + times.silence }, { do: 'sendRequest', key, iv: ours.iv })
    } catch {
      return end('passkeyUnreadable') // an invalid public key
    }
  }
}
