/** Which messages notify this user by sound and outside the window. */

import { atom } from 'jotai/vanilla'
import { storedOfPerson } from './session/ofPerson'

export const noticeKinds = ['own', 'waiting', 'groups', 'chats'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeSettings = Readonly<Record<NoticeKind, boolean>>

/** Stored settings may lack kinds that were added later. */
const isChoice = (value: unknown): value is Partial<NoticeSettings> =>
  typeof value === 'object' &&
  value !== null &&
  noticeKinds.every((kind) => ['boolean', 'undefined'].includes(typeof Reflect.get(value, kind)))

const usual: NoticeSettings = { own: true, waiting: true, groups: true, chats: true }
const chosenAtom = storedOfPerson<Partial<NoticeSettings>>('notices', {}, isChoice)

export const noticesAtom = atom(
  (get): NoticeSettings => ({ ...usual, ...get(chosenAtom) }),
  (_, set, next: NoticeSettings) => set(chosenAtom, next),
)
