/**
 * The groups of an account: queried when a connection opens, at most once an hour, and updated by WhatsApp's
 * notifications, so that no message needs a query for the members. Reads stanzas instead of Baileys' events: when two
 * changes of a group arrive together, the events keep only the first, and member changes overtake others.
 */
import type { BinaryNode, GroupMetadata } from '@whiskeysockets/baileys'
import { getOrMake } from '../../../platform/maps'
import { personName } from '../../../platform/text'
import { HOUR } from '../../../platform/time'
import type { Address, GroupMember, GroupNews } from '../../channel'
import { addressesOf, addressOf, jidOf, withUsername } from '../address'
import type { Socket } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import type { SessionContext } from '../session/context'
import type { LiveSocket } from '../session/live-socket'
import { NotInGroup, queryAllGroups, queryGroup } from './group-queries'
import { openGroupRows } from './group-rows'
import {
  afterwards,
  changed,
  changeIn,
  childOf,
  childrenOf,
  type GroupChange,
  groupAddress,
  groupIn,
  inPortions,
  isSame,
  type KnownGroup,
  type KnownMember,
} from './group-stanzas'

type Context = Pick<SessionContext, 'ref' | 'db' | 'log' | 'scheduler' | 'now' | 'groups'>

/** Minimum time between full queries on reconnecting. WhatsApp stores the notifications of that time. */
const BELIEVED_MS = HOUR
/** Maximum members per transaction; more would block other work. */
const MEMBERS_AT_ONCE = 500
/** Maximum time for handling changes before yielding to other work. */
const TURN_MS = 10

export class Groups {
  private readonly rows: ReturnType<typeof openGroupRows>
  private readonly waiting: BinaryNode[] = []
  private askedAt: number | null = null
  /** Groups with notifications since the last full response. */
  private readonly changedSince = new Set<string>()
  private readonly asking = new Map<string, Promise<KnownGroup | null>>()

  /** `us`: the account's own addresses. */
  constructor(
    private readonly context: Context,
    private readonly us: () => readonly Address[],
  ) {
    this.rows = openGroupRows(context.db, context.ref.connectionId)
  }

  /** Called when the socket is created, because stored notifications arrive before it is open. */
  listen({ sock, gone }: LiveSocket): void {
    const hear = (node: BinaryNode) => {
      const group = addressOf(node.attrs.from)
      if (gone.aborted || group?.kind !== 'group') return
      this.changedSince.add(group.value)
      if (this.waiting.length === 0) this.takeTurn(sock)
      this.waiting.push(...inPortions(node, MEMBERS_AT_ONCE))
    }
    sock.ws.on('CB:notification,type:w:gp2', hear)
  }

  /** Called when the account was just linked: data of an earlier linking is outdated. */
  startAnew(): void {
    this.askedAt = null
  }

  /** Called when the socket is open. */
  opened({ sock, gone }: LiveSocket): void {
    const { now } = this.context
    if (this.askedAt !== null && now() - this.askedAt < BELIEVED_MS) return
    this.askedAt = now()
    this.askForAll(sock).catch((error) => {
      this.askedAt = null
      if (!gone.aborted) this.complain(error, 'whatsapp: the groups could not be queried')
    })
  }

  /** The group metadata that Baileys needs before it sends to a group. */
  async metadata(jid: string, sock: Socket | null): Promise<GroupMetadata | undefined> {
    const group = addressOf(jid)
    if (group?.kind !== 'group') return undefined
    const known = this.rows.read(group.value) ?? (sock ? await this.ask(sock, group) : null)
    return known ? metadataOf(jid, known) : undefined
  }

  /** Reports everything about one group to our server. `socket` is called only if WhatsApp must be queried. */
  async describe(group: Address, socket: () => Socket): Promise<void> {
    const isKnown = await this.reportAll(group)
    if (!isKnown) await this.askAndReport(socket(), group)
  }

  /**
   * Reports the group's state at that time in a separate task, because some groups have thousands of members. False:
   * the group is unknown.
   */
  private async reportAll(group: Address): Promise<boolean> {
    await this.context.scheduler.yield()
    const known = this.rows.read(group.value)
    if (known) this.context.groups([this.account(group, known)])
    return known !== null
  }

  private takeTurn(sock: Socket): void {
    this.context.scheduler.schedule(() => {
      this.takeSome(sock)
      if (this.waiting.length > 0) this.takeTurn(sock)
    })
  }

  private takeAll(sock: Socket): void {
    while (this.waiting.length > 0) this.takeSome(sock)
  }

  private takeSome(sock: Socket): void {
    if (this.waiting.length === 0) return
    try {
      const news = this.rows.together(() => this.understandSome(sock))
      if (news.length > 0) this.context.groups(news)
    } catch (error) {
      // Everything is reported again when the connection opens again.
      this.askedAt = null
      this.complain(error, 'whatsapp: group changes could not be processed')
    }
  }

  private understandSome(sock: Socket): readonly GroupNews[] {
    const end = performance.now() + TURN_MS
    const news: GroupNews[] = []
    do {
      const node = this.waiting.shift()
      if (node) news.push(...this.understand(node, sock))
    } while (this.waiting.length > 0 && performance.now() < end)
    return news
  }

  private understand(node: BinaryNode, sock: Socket): readonly GroupNews[] {
    const group = addressOf(node.attrs.from)
    if (!group) return []
    const base = { group, by: doerOf(node) }
    const change = changeIn(node)
    if (!change) return []
    if (change.type === 'gone') return this.leave(group, base.by)
    const before = this.rows.read(group.value)
    if (change.type === 'members' && change.change === 'left' && change.members.some((one) => this.isUs(one)))
      this.rows.remove(group.value)
    else if (change.type === 'all') this.rows.write(group.value, change.group)
    else if (before && change.type !== 'more') this.rows.write(group.value, changed(before, change))
    else this.askSoon(sock, group)
    return this.newsOf(base, change)
  }

  private newsOf(base: Pick<GroupNews, 'group' | 'by'>, change: GroupChange): readonly GroupNews[] {
    switch (change.type) {
      case 'all':
        return [{ ...this.account(base.group, change.group), by: base.by }]
      case 'facts':
        return [{ ...base, type: 'facts', facts: change.facts }]
      case 'members':
        return [{ ...base, ...change, members: afterwards(change).map((one) => this.asMember(one)) }]
      default:
        return []
    }
  }

  private async askForAll(sock: Socket): Promise<void> {
    const nodes = await queryAllGroups(sock, () => {
      this.takeAll(sock)
      this.changedSince.clear()
    })
    const there = new Set(nodes.map(({ attrs }) => groupAddress(attrs.id)?.value))
    const missing = this.rows.ids().filter((known) => !there.has(known) && !this.changedSince.has(known))
    const left = this.rows.together(() => missing.flatMap((value) => this.leave({ kind: 'group', value }, null)))
    if (left.length > 0) this.context.groups(left)
    const isCommunity = (node: BinaryNode) => Number(childOf(node, 'parent') !== undefined)
    // The community's groups are reported again, with its new name.
    this.takeInPortions(nodes.toSorted((a, b) => isCommunity(b) - isCommunity(a)))
  }

  private takeInPortions(nodes: readonly BinaryNode[]): void {
    let [end, size] = [0, 0]
    for (; end < nodes.length && size < MEMBERS_AT_ONCE; end++) size += childrenOf(nodes[end], 'participant').length + 1
    if (end === 0) return
    try {
      const all = nodes.slice(0, end).flatMap((node) => groupIn(node) ?? [])
      const found = all.filter(({ address }) => !this.changedSince.has(address.value))
      this.rows.together(() => {
        for (const { address, group } of found) this.rows.write(address.value, group)
      })
      this.context.groups(found.map(({ address, group }) => this.account(address, group)))
    } catch (error) {
      this.askedAt = null
      this.complain(error, 'whatsapp: groups could not be stored')
    }
    if (end < nodes.length) this.context.scheduler.schedule(() => this.takeInPortions(nodes.slice(end)))
  }

  /** Concurrent requests share one response. */
  private ask(sock: Socket, group: Address): Promise<KnownGroup | null> {
    const ask = () => this.askNow(sock, group).finally(() => this.asking.delete(group.value))
    return getOrMake(this.asking, group.value, ask)
  }

  private async askNow(sock: Socket, group: Address): Promise<KnownGroup | null> {
    const found = await queryGroup(sock, group)
    if (found) this.rows.write(group.value, found)
    return found
  }

  private askSoon(sock: Socket, group: Address): void {
    this.askAndReport(sock, group).catch((error) => this.complain(error, 'whatsapp: a group could not be queried'))
  }

  private async askAndReport(sock: Socket, group: Address): Promise<void> {
    try {
      await this.ask(sock, group)
      await this.reportAll(group)
    } catch (error) {
      if (!(error instanceof NotInGroup)) throw error
      this.context.groups(this.leave(group, null))
    }
  }

  private leave(group: Address, by: GroupNews['by']): readonly GroupNews[] {
    this.rows.remove(group.value)
    return [{ group, by, type: 'gone' }]
  }

  /** With the name of its community, if known. */
  private account(group: Address, { facts, members }: KnownGroup): GroupNews {
    const { parent } = facts
    const subject = parent ? (this.rows.read(parent.group.value)?.facts.subject ?? parent.subject) : null
    return {
      group,
      by: null,
      type: 'all',
      facts: { ...facts, parent: parent && { ...parent, subject } },
      members: members.map((one) => this.asMember(one)),
    }
  }

  private asMember(member: KnownMember): GroupMember {
    return { ...member, isUs: this.isUs(member) }
  }

  private isUs(member: KnownMember): boolean {
    return isSame(member, { addresses: this.us() })
  }

  private complain(error: unknown, text: string): void {
    this.context.log.warn({ ...this.context.ref, ...briefly(error) }, text)
  }
}

function doerOf({ attrs }: BinaryNode): GroupNews['by'] {
  const named = addressesOf(attrs.participant, attrs.participant_pn, attrs.participant_lid)
  const addresses = withUsername(named, attrs.participant_username)
  return addresses.length > 0 ? { addresses, name: personName(attrs.notify ?? '') || null } : null
}

function metadataOf(jid: string, { facts, members, expires }: KnownGroup): GroupMetadata {
  const inOrder = ({ addresses }: KnownMember) =>
    addresses.find(({ kind }) => kind === facts.addressing) ?? addresses[0]
  return {
    id: jid,
    subject: facts.subject,
    owner: undefined,
    // Values of Baileys' enum, which exists only once Baileys is loaded.
    addressingMode: (facts.addressing === 'lid' ? 'lid' : 'pn') as NonNullable<GroupMetadata['addressingMode']>,
    participants: members.flatMap((member) => {
      const address = inOrder(member)
      return address ? [{ id: jidOf(address) }] : []
    }),
    ...(expires > 0 && { ephemeralDuration: expires }),
  }
}
