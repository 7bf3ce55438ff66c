/** Which messages notify this user by sound and outside the window. */

import { storedOfPerson } from './session/ofPerson'
import { isBoolean } from './storedAtom'

export const noticeKinds = ['own', 'waiting', 'groups'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeSettings = Readonly<Record<NoticeKind, boolean>>

const isChoice = (value: unknown): value is NoticeSettings =>
  typeof value === 'object' && value !== null && noticeKinds.every((kind) => isBoolean(Reflect.get(value, kind)))

export const noticesAtom = storedOfPerson<NoticeSettings>(
  'notices',
  { own: true, waiting: true, groups: true },
  isChoice,
)
