/** The open sockets of all companies, for the operator. */
import { instant } from '../../platform/formats'
import type { Hub } from '../../platform/hub'
import type { Listener } from '../../platform/listeners'
import { fits, needleOf } from '../../platform/needle'
import type { SocketFacts } from '../../platform/socket-facts'
import type { ControlDb } from '../../platform/sqlite'
import { CLOSED_BY_OPERATOR } from '../../platform/wire'
import { listCompanies } from '../../tenancy/companies'
import { MOST_SOCKETS, type SocketPage, type SocketState } from './contract'

type Open = { readonly listener: Listener; readonly facts: SocketFacts; readonly backlog: number }

const listOpen = (hub: Hub): Open[] =>
  hub
    .all()
    .flatMap((listener) => (listener.facts ? [{ listener, facts: listener.facts, backlog: listener.backlog() }] : []))

/** Those that are furthest behind first, then the latest. */
export const byBacklog = (a: SocketState, b: SocketState): number =>
  b.backlog - a.backlog || (a.since < b.since ? 1 : a.since > b.since ? -1 : 0)

/** `search` looks at the user's and the company's name. */
export function listSockets(hub: Hub, control: ControlDb, search: string): SocketPage {
  const names = new Map(listCompanies(control).map(({ id, name }) => [id, name]))
  const needle = needleOf(search)
  const found = listOpen(hub).filter(({ listener: { actor } }) =>
    fits(needle, actor.name, names.get(actor.tenantId) ?? ''),
  )
  const records = found
    .map(({ listener: { actor }, facts: { id, since, network, browser, sent, received }, backlog }) => ({
      id,
      user: actor.name,
      company: { id: actor.tenantId, name: names.get(actor.tenantId) ?? '' },
      since: instant(since),
      network,
      browser,
      backlog,
      sent,
      received,
    }))
    .sort(byBacklog)
    .slice(0, MOST_SOCKETS)
  return { records, count: found.length }
}

/** The page connects again and fetches what it missed. Returns whose it was. */
export function closeSocket(hub: Hub, id: string): string | undefined {
  const found = listOpen(hub).find(({ facts }) => facts.id === id)
  found?.listener.close(CLOSED_BY_OPERATOR, 'closed by the operator')
  return found?.listener.actor.name
}
