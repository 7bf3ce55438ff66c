/** Signing WhatsApp numbers up through Meta, as the browser knows it. */
import * as v from 'valibot'
import { Id, list, text } from '../../../platform/formats'
import { Key } from '../contract'

/** `coexist`: the number may stay on a phone's WhatsApp Business app. */
export const NumberKind = v.picklist(['own', 'coexist'])
export type NumberKind = v.InferOutput<typeof NumberKind>

/** `isOffered`: the operator has an app with a configuration for it. `fault`: why Meta cannot reach this installation. */
export const SignUpOffer = v.object({
  isOffered: v.boolean(),
  fault: v.nullable(v.picklist(['private', 'plain'])),
})
export type SignUpOffer = v.InferOutput<typeof SignUpOffer>

export const StartSignUp = v.object({ kind: NumberKind })

/**
 * Why a number cannot be connected. `pinMissing`, `pinWrong`: it must be registered with the PIN of its two-step
 * verification. `otherCompany`: a connection elsewhere has it. `plan`: the company's plan lacks the channel. `limit`: the
 * plan allows no more connections. `meta`: Meta refused. `silent`: Meta did not answer.
 */
export const NumberRefusal = v.picklist(['pinMissing', 'pinWrong', 'otherCompany', 'plan', 'limit', 'meta', 'silent'])
export type NumberRefusal = v.InferOutput<typeof NumberRefusal>

export const SignedUpNumber = v.object({
  id: v.string(),
  /** Digits. */
  phone: v.string(),
  /** The verified name. */
  name: v.string(),
  businessName: v.string(),
  isCoexistent: v.boolean(),
  isRegistered: v.boolean(),
  /** It must be registered first. */
  needsPin: v.boolean(),
  /** The company has a connection for it. */
  isConnected: v.boolean(),
  refusal: v.nullable(NumberRefusal),
})
export type SignedUpNumber = v.InferOutput<typeof SignedUpNumber>

/** `key` stands for what was found until numbers are chosen, once and within fifteen minutes. */
export const FoundNumbers = v.object({
  key: v.string(),
  /** How many business accounts the person has granted. */
  businesses: v.number(),
  numbers: v.array(SignedUpNumber),
})
export type FoundNumbers = v.InferOutput<typeof FoundNumbers>

const MAX_CHOSEN = 100
export const Pin = v.pipe(text(6, 'form.invalid'), v.regex(/^\d{6}$/, 'form.invalid'))
export const ChosenNumber = v.object({
  id: v.pipe(text(30, 'form.invalid'), v.regex(/^\d{1,30}$/, 'form.invalid')),
  pin: v.optional(Pin),
})
export type ChosenNumber = v.InferOutput<typeof ChosenNumber>

export const ChooseNumbers = v.object({
  key: Key,
  numbers: list(ChosenNumber, { least: 1, most: MAX_CHOSEN }),
  queueIds: v.optional(list(Id, { most: 1 })),
})
export type ChooseNumbers = v.InferOutput<typeof ChooseNumbers>

/**
 * `key`: by which the others can be chosen again; null: all were connected. `isNew`: false if it was a connection already,
 * whose access is renewed. `answer`: what Meta said.
 */
export const NumbersConnected = v.object({
  key: v.nullable(v.string()),
  connected: v.array(v.object({ id: v.string(), whatsappId: Id, name: v.string(), isNew: v.boolean() })),
  refused: v.array(
    v.object({ id: v.string(), name: v.string(), reason: NumberRefusal, answer: v.nullable(v.string()) }),
  ),
})
export type NumbersConnected = v.InferOutput<typeof NumbersConnected>
