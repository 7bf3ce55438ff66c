/** The rules of the list of users: its order, what events mean for it, and which rows a view shows. Pure. */

import { queueDeleted } from '../../../src/queues/contract'
import { profiles, type UserSummary, userDeleted, userStatuses, userUpdated } from '../../../src/users/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf, plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { UsersView } from './view'

const byName = (a: UserSummary, b: UserSummary) => plain(a.name).localeCompare(plain(b.name)) || a.id - b.id

export const usersSpec: CrudSpec<UserSummary> = {
  key: ['users'],
  compare: byName,
  events: [
    on(userUpdated, ({ user }) => ({ put: user })),
    on(userDeleted, ({ userId }) => ({ drop: userId })),
    // No event reports it for inactive users.
    on(queueDeleted, ({ queueId }) => ({
      each: (row) =>
        row.queueIds.includes(queueId) ? { ...row, queueIds: row.queueIds.filter((id) => id !== queueId) } : row,
    })),
  ],
}

/** Online users first, available ones before others. */
const presence = ({ online, status }: UserSummary) => (online ? userStatuses.indexOf(status) : userStatuses.length)

/** The search covers names and e-mail addresses. */
export function shownUsers(list: readonly UserSummary[], view: UsersView): UserSummary[] {
  const needle = needleOf(view.search ?? '')
  const found = list.filter(
    ({ name, email, profile, whatsappId }) =>
      fits(needle, name, email) &&
      (!view.profile || profile === view.profile) &&
      (!view.connection || whatsappId === view.connection),
  )
  const columns = {
    name: byName,
    id: (a: UserSummary, b: UserSummary) => a.id - b.id,
    email: (a: UserSummary, b: UserSummary) => a.email.localeCompare(b.email),
    profile: (a: UserSummary, b: UserSummary) =>
      profiles.indexOf(a.profile) - profiles.indexOf(b.profile) || byName(a, b),
    presence: (a: UserSummary, b: UserSummary) =>
      presence(a) - presence(b) || (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? '') || byName(a, b),
  }
  return sortRows(found, view, columns, 'name')
}
