/** Applies filters and sorting to the rows. Pure. */
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { plain } from '../../shared/plain'
import type { ConnectionsSearch } from './search'
import { lookOf } from './status'

const urgency = { bad: 0, warn: 1, wait: 2, off: 3, ok: 4 }

export function filterConnections(
  list: readonly ConnectionSummary[],
  { search = '', channel, state, sort = 'name', desc }: ConnectionsSearch,
): ConnectionSummary[] {
  const words = plain(search)
  const digits = search.replace(/\D/g, '')
  const found = (one: ConnectionSummary) =>
    words === '' || plain(one.name).includes(words) || (digits.length > 2 && (one.number ?? '').includes(digits))
  const compare = {
    name: (a: ConnectionSummary, b: ConnectionSummary) => a.name.localeCompare(b.name),
    state: (a: ConnectionSummary, b: ConnectionSummary) =>
      urgency[lookOf(a).tone] - urgency[lookOf(b).tone] || a.name.localeCompare(b.name),
    updated: (a: ConnectionSummary, b: ConnectionSummary) => b.updatedAt.localeCompare(a.updatedAt),
  }[sort]
  return list
    .filter((one) => found(one) && (!channel || one.channel === channel) && (!state || lookOf(one).attention === state))
    .sort((a, b) => (desc ? compare(b, a) : compare(a, b)))
}
