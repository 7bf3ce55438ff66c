/** Of which messages this person is told by a sound, and outside of the window. */

import { atom } from 'jotai/vanilla'
import { storedOfPerson } from './session/ofPerson'

export const noticeKinds = ['own', 'waiting', 'groups', 'chats'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeChoice = Readonly<Record<NoticeKind, boolean>>

/** What was stored before there was a kind, does not name it. */
const isChoice = (value: unknown): value is Partial<NoticeChoice> =>
  typeof value === 'object' &&
  value !== null &&
  noticeKinds.every((kind) => ['boolean', 'undefined'].includes(typeof Reflect.get(value, kind)))

const usual: NoticeChoice = { own: true, waiting: true, groups: true, chats: true }
const chosenAtom = storedOfPerson<Partial<NoticeChoice>>('notices', {}, isChoice)

export const noticesAtom = atom(
  (get): NoticeChoice => ({ ...usual, ...get(chosenAtom) }),
  (_, set, next: NoticeChoice) => set(chosenAtom, next),
)
