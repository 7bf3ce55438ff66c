/** Hands reports of a connection to our server, those that belong together in one call. */
import type { ChannelListener, ConnectionRef } from '../channel'
import type { Report } from './product'
import { takeHistory } from './take-history'

/**
 * Our messages get their ids before anything refers to them. Messages and actions keep their order; the others do not
 * depend on one another.
 */
const ORDER: readonly (readonly Report['to'][])[] = [
  ['sameContact'],
  ['usernames'],
  ['named'],
  ['incoming', 'actions'],
  ['receipts'],
  ['receivedUpTo'],
  ['undelivered'],
  ['charged'],
  ['windowOpened'],
  ['templates'],
  ['account'],
  ['blocked'],
  ['presence'],
  ['phoneChats'],
  ['history'],
  ['checkDue'],
]

export function report(listener: ChannelListener, ref: ConnectionRef, reports: readonly Report[]): void {
  for (const kinds of ORDER)
    for (const run of runsOf(reports.filter(({ to }) => kinds.includes(to)))) hand(listener, ref, run)
}

/** Consecutive reports to one method. */
function runsOf(reports: readonly Report[]): readonly (readonly [Report, ...Report[]])[] {
  const runs: [Report, ...Report[]][] = []
  for (const one of reports) {
    const last = runs.at(-1)
    if (last?.[0].to === one.to) last.push(one)
    else runs.push([one])
  }
  return runs
}

function hand(listener: ChannelListener, ref: ConnectionRef, run: readonly [Report, ...Report[]]): void {
  const all = <To extends Report['to']>(to: To) =>
    run.flatMap((one) => (one.to === to ? [one.what as Extract<Report, { to: To }>['what']] : [])) // just compared
  const handlers: { readonly [To in Report['to']]: () => void } = {
    incoming: () => listener.incoming(ref, all('incoming')),
    actions: () => listener.actions(ref, all('actions')),
    receipts: () => listener.receipts(ref, all('receipts')),
    receivedUpTo: () => listener.receivedUpTo(ref, all('receivedUpTo')),
    named: () => listener.named(ref, all('named')),
    undelivered: () => listener.undelivered(ref, all('undelivered')),
    charged: () => listener.charged(ref, all('charged')),
    windowOpened: () => listener.windowOpened(ref, all('windowOpened')),
    templates: () => listener.templates(ref, all('templates')),
    usernames: () => listener.usernames(ref, all('usernames')),
    phoneChats: () => listener.backfill.chats(ref, all('phoneChats')),
    // The daily check of the account is due at once.
    checkDue: () => listener.account(ref, { checkedAt: 0 }),
    history() {
      for (const piece of all('history')) takeHistory(listener.backfill, ref, piece)
    },
    account() {
      for (const news of all('account')) listener.account(ref, news)
    },
    sameContact() {
      for (const addresses of all('sameContact')) listener.sameContact(ref, addresses)
    },
    // The engine knows it already.
    trouble: () => undefined,
    presence() {
      for (const { chat, state } of all('presence')) listener.presence(ref, chat, state)
    },
    blocked() {
      for (const { address, isBlocked } of all('blocked')) listener.blocked(ref, address, isBlocked)
    },
  }
  handlers[run[0].to]()
}
