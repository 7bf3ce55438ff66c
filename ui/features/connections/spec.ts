/** Which rows a view of the connections list shows. Pure. */

import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { numberMatcher } from '../../../src/contacts/number-needle'
import { fits, needleOf } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import { lookOf } from './status'
import type { ConnectionsView } from './view'

/** Whether its bot is on without any queue: it never says a word. */
export const isBotSilent = ({
  enableQueueChatbot,
  queueIds,
}: Pick<ConnectionSummary, 'enableQueueChatbot' | 'queueIds'>) => enableQueueChatbot && queueIds.length === 0

const urgency = { bad: 0, warn: 1, wait: 2, off: 3, ok: 4 }
const byName = (a: ConnectionSummary, b: ConnectionSummary) => a.name.localeCompare(b.name)

/** The rows of a view, in its order. The search covers names and numbers. */
export function shownConnections(list: readonly ConnectionSummary[], view: ConnectionsView): ConnectionSummary[] {
  const { search = '', channel, state } = view
  const [needle, isNumber] = [needleOf(search), numberMatcher(search)]
  const isFound = (one: ConnectionSummary) => fits(needle, one.name) || isNumber(one.number)
  const shown = list.filter(
    (one) => isFound(one) && (!channel || one.channel === channel) && (!state || lookOf(one).attention === state),
  )
  const columns = {
    name: byName,
    state: (a: ConnectionSummary, b: ConnectionSummary) =>
      urgency[lookOf(a).tone] - urgency[lookOf(b).tone] || byName(a, b),
    updated: (a: ConnectionSummary, b: ConnectionSummary) => b.updatedAt.localeCompare(a.updatedAt),
  }
  return sortRows(shown, view, columns, 'name')
}
