/** A person's messages have the same order on phones, in the database and on the screen. */
import type { Finding } from './audit'
import type { FaultKind } from './faults'
import type { ChatRecord, Records, Row } from './records'

/** WhatsApp itself reorders during these faults: only messages sent meanwhile may arrive late. */
const REORDERING: readonly FaultKind[] = ['delay', 'swap', 'undecryptable', 'duplicateAnew', 'slowNetwork']

type Circumstances = Pick<Records, 'faultsAt' | 'isLost'>
type ChatMessages = Pick<ChatRecord, 'written' | 'got' | 'stored' | 'companyNumber'>

export function auditOrder(records: Circumstances, { written, got, stored, companyNumber }: ChatMessages): Finding[] {
  const shown = stored.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
  const findings = (what: string, all: readonly Late[]) =>
    all.map(({ id, behind }): Finding => ({ rule: 'out of order', what, id, companyNumber, behind }))
  const incoming = written.flatMap(({ entries }) => {
    const sentAt = new Map(entries.map(({ id, sentAt }) => [id, sentAt]))
    const secondOf = (id: string) => Math.floor((sentAt.get(id) ?? 0) / 1_000)
    const isExcused = ({ id }: Late) => records.faultsAt(sentAt.get(id) ?? 0, companyNumber, REORDERING).length > 0
    // What comes with the history of a phone that was unlinked is stored last and shown at its own time, which WhatsApp
    const isMissed = ({ id }: Late) => records.isLost(companyNumber, id, sentAt.get(id) ?? 0)
    // gives in whole seconds: it may be shown behind what the new device received in the same second.
    const isOfOneSecond = (one: Late) => isMissed(one) && secondOf(one.id) === secondOf(one.behind)
    const wanted = entries.map(({ id }) => id)
    const inFile = late(wanted, stored.map(idOf)).filter((one) => !isExcused(one) && !isMissed(one))
    const onScreen = late(wanted, shown.map(idOf)).filter((one) => !isExcused(one) && !isOfOneSecond(one))
    return [
      ...findings('stored behind what was written later', inFile),
      ...findings('shown behind what was written later', onScreen),
    ]
  })
  const ours = stored.filter(({ fromMe, clientId }) => fromMe === 1 && clientId !== null).map(idOf)
  const outgoing = got.flatMap(({ entries }) =>
    late(
      ours,
      entries.map(({ id }) => id),
    ),
  )
  return [...incoming, ...findings('arrived behind what was posted later', outgoing)]
}

const idOf = ({ externalId }: Row): string => externalId ?? ''

type Late = { readonly id: string; readonly behind: string }

/** Items of both lists that in `found` come after something they precede in `wanted`. */
function late(wanted: readonly string[], found: readonly string[]): Late[] {
  const places = new Map(wanted.map((id, place) => [id, place]))
  let furthest = -1
  return found.flatMap((id) => {
    const place = places.get(id)
    if (place === undefined) return []
    const behind = wanted[furthest]
    const isLate = place < furthest
    furthest = Math.max(furthest, place)
    return isLate && behind !== undefined ? [{ id, behind }] : []
  })
}
