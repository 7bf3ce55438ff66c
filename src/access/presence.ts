/** Who is online: people who did something in the last minutes. */
import type { Cx } from '../platform/cx'
import { userUpdated } from './contract'
import { findUser, noteSeen, summarizeUser } from './people'

/** Notes that a person is active; when this brings them online, those who see the list of people are notified. */
export function noteActive(cx: Cx, userId: number) {
  const cameOnline = noteSeen(cx, userId)
  const user = cameOnline ? findUser(cx.db, userId) : undefined
  if (user) cx.emit(userUpdated({ user: summarizeUser(cx, user) }), (listener) => listener.profile !== 'user')
}
