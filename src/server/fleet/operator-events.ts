/**
 * The operator's events reach the pages of all companies, which are open at all nodes. Who may receive an event is a rule over
 * people, so other nodes are asked for theirs, and given the sessions that it fits.
 */
import * as v from 'valibot'
import type { Actor } from '../../actor'
import type { PeerAddress } from '../../fleet/forwarding/peers'
import type { AskedOf, Nodes } from '../../fleet/nodes'
import { type Audience, type LiveEvent, operatorsOnly } from '../../platform/events'
import type { OperatorRelay } from '../../platform/hub'
import { getOrMake } from '../../platform/maps'
import { getValue } from '../../platform/sql'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import type { Server } from '../server'

const LIST_PEOPLE = 'operatorEvents.people'
const DELIVER = 'operatorEvents.deliver'
/** Events that wait for earlier ones of the same node. */
const WAITING = 1_000

type Deps = {
  /** The name of this node. */
  readonly node: string
  readonly nodes: Nodes
  listNodes(): readonly PeerAddress[]
  owns(company: string): boolean
  ownerOf(company: string): PeerAddress | undefined
  readonly server: Pick<Server, 'hub' | 'databases' | 'log'>
}

type OperatorNews = {
  readonly event: LiveEvent
  readonly audience: Audience
  readonly companyId: number | null
}

const OfCompany = v.object({ companyId: v.nullable(v.number()) })
const Delivery = v.object({ ...OfCompany.entries, event: v.custom<LiveEvent>(isEvent), sessions: v.array(v.string()) })

/** The node that emits it has checked it. */
const Payload = v.looseObject({})

/** The whole of it is our own, of this version or the one before. */
function isEvent(given: unknown): given is LiveEvent {
  return typeof given === 'object' && given !== null && 'name' in given && 'payload' in given && 'about' in given
}

export function relayOperatorEvents({
  node,
  nodes,
  listNodes,
  owns,
  ownerOf,
  server: { hub, databases, log },
}: Deps): void {
  const uuidOf = (id: number) => getValue<string>(databases.control, 'SELECT uuid FROM companies WHERE id = ?', id)
  /** By node, and how many events wait for it: one that does not answer delays no other. */
  const queues = new Map<string, { last: Promise<void>; waiting: number }>()

  function askedFor({ audience, companyId }: OperatorNews): AskedOf[] {
    const only = companyId ?? (audience === operatorsOnly ? OPERATOR_COMPANY : null)
    if (only === null) return listNodes().flatMap((one) => (one.node === node ? [] : [{ node: one.node }]))
    const company = uuidOf(only)
    return company === undefined || owns(company) ? [] : [{ company }]
  }

  async function deliver(of: AskedOf, { event, audience, companyId }: OperatorNews): Promise<void> {
    const people = (await nodes.ask(of, LIST_PEOPLE, { companyId }, { shows: [], changesNothing: true })) as Actor[] // see below
    const sessions = people.filter(audience).map(({ sessionId }) => sessionId)
    if (sessions.length === 0) return
    const { schema: _, ...sent } = event
    await nodes.ask(of, DELIVER, { event: sent, sessions, companyId })
  }

  const relay: OperatorRelay = (event, audience, companyId) => {
    const relayed = { event, audience, companyId }
    const missed = (error: unknown) =>
      log.warn({ err: error, event: event.name }, 'pages at another node missed an event')
    for (const of of askedFor(relayed)) {
      const key = 'node' in of ? of.node : (ownerOf(of.company)?.node ?? of.company)
      const queue = getOrMake(queues, key, () => ({ last: Promise.resolve(), waiting: 0 }))
      if (queue.waiting >= WAITING) {
        missed(new Error('too many events wait'))
        continue
      }
      queue.waiting++
      queue.last = queue.last
        .then(() => deliver(of, relayed))
        .catch(missed)
        .finally(() => {
          if (--queue.waiting === 0) queues.delete(key)
        })
    }
  }

  hub.relayByOperator(relay)
  const listPeople = (question: unknown): Actor[] => {
    const { companyId } = v.parse(OfCompany, question)
    return (companyId === null ? hub.all() : hub.of(companyId)).map(({ actor }) => actor)
  }
  nodes.answer(LIST_PEOPLE, listPeople, 'nothing')
  nodes.answer(DELIVER, (question) => {
    const { event, sessions, companyId } = v.parse(Delivery, question)
    const known = new Set(sessions)
    hub.emitByOperator({ ...event, schema: Payload }, ({ sessionId }) => known.has(sessionId), companyId, true)
  })
}
