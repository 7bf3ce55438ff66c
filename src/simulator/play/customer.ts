/** A simulated customer: types, writes, sends photos and voice notes. */
import type { Account } from '../account'
import { typeTo } from '../presence'
import type { World } from '../world'
import type { Concern } from './concerns'
import { say, sendMedia } from './conversation'
import { PHOTO_HEIGHT, PHOTO_WIDTH, photo } from './photo'
import { voiceNote } from './voice'

export type Utterance = { text: string } | NonNullable<Concern['shows']>

export async function utter(world: World, from: Account, to: Account, utterance: Utterance) {
  const between = { from: from.phone, to: to.phone }
  if ('text' in utterance) return say(world, { do: 'say', ...between, text: utterance.text })
  if ('photo' in utterance) {
    const { bytes, mimetype, name } = photo(from.random.below(1000))
    const size = { width: PHOTO_WIDTH, height: PHOTO_HEIGHT }
    const base64 = bytes.toString('base64')
    return sendMedia(world, {
      do: 'sendMedia',
      ...between,
      kind: 'image',
      base64,
      mimetype,
      name,
      caption: utterance.photo,
      ...size,
    })
  }
  const { bytes, mimetype, name } = voiceNote(utterance.voice)
  const base64 = bytes.toString('base64')
  const seconds = utterance.voice
  return sendMedia(world, { do: 'sendMedia', ...between, kind: 'audio', base64, mimetype, name, seconds, ptt: true })
}

/** Shows typing or recording. */
export const begin = (world: World, from: Account, to: Account, utterance: Utterance) =>
  typeTo(world, from, { to, on: true, audio: 'voice' in utterance })

/** Whether the phones still exist: one may have been removed meanwhile. */
export const areThere = (world: World, ...people: Account[]): boolean =>
  people.every((one) => world.accounts.get(one.phone) === one)
