/** The play itself: every deed, gust and death at its time. Each chat's people do one thing after the other. */

import type { Message } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import type { Deed, Script, Wish } from './script'
import type { Stage } from './stage'
import { commandFor, requestFor } from './wishes'

/** What became of the script: which message each deed made, and what could not be done. */
export type Played = {
  readonly begunAt: number
  /** Ids on WhatsApp of what customers and owners said, by the deed's number. */
  readonly said: ReadonlyMap<number, string>
  /** Ids in the house of what attendants said. */
  readonly posted: ReadonlyMap<number, number>
  /** What there was nothing left to do to: its subject was deleted, failed or too old. */
  readonly skipped: readonly string[]
  readonly refused: readonly string[]
  readonly done: Readonly<Record<Wish['do'], number>>
}

const SUBJECT_MS = 8_000

export async function play(stage: Stage, { deeds, gusts, deaths, losses }: Script): Promise<Played> {
  const begunAt = Date.now()
  const began = performance.now()
  const at = (ms: number) => Bun.sleep(Math.max(0, began + ms - performance.now()))
  const actors = actorsOf(stage, deeds)
  const queues = new Map<string, Promise<void>>()

  const inTurn = (key: string, task: () => Promise<void>) => {
    const done = (queues.get(key) ?? Promise.resolve()).then(task)
    done.catch(() => {}) // whoever waits for the whole play hears of it
    queues.set(key, done)
  }
  const talking = (async () => {
    for (const deed of deeds) {
      await at(deed.at)
      inTurn(`${deed.by} ${deed.by === 'attendant' ? deed.chat : deed.customer}`, () => actors.perform(deed))
    }
  })()
  const blowing = Promise.all(
    gusts.map(async ({ at: from, lasts, begin, end }) => {
      await at(from)
      for (const command of begin) await stage.town.run(command)
      await at(from + lasts)
      for (const command of end) await stage.town.run(command)
    }),
  )
  const losing = Promise.all(
    losses.map(async ({ at: when, company, attendant }) => {
      await at(when)
      stage.companies[company]?.attendants[attendant].page.lose()
    }),
  )
  const dying = (async () => {
    for (const { at: when, by } of deaths) {
      await at(when)
      await stage.server.end(by)
      await stage.server.start()
      for (const { attendants } of stage.companies) for (const { page } of attendants) page.hurry()
    }
  })()
  await Promise.all([talking, blowing, losing, dying])
  await Promise.all(queues.values())
  return { begunAt, ...actors.played }
}

function actorsOf({ cast, town, desks, addressOf, size }: Stage, deeds: readonly Deed[]) {
  const said = new Map<number, string>()
  const posted = new Map<number, number>()
  const skipped: string[] = []
  const refused: string[] = []
  const done: Record<Wish['do'], number> = { say: 0, file: 0, card: 0, react: 0, edit: 0, revoke: 0, read: 0 }

  /** All that the message of a deed ever says. */
  const textsOf = (n: number): string[] =>
    deeds.flatMap(({ n: other, wish }) =>
      (other === n || (wish.do === 'edit' && wish.of === n)) && 'text' in wish ? [wish.text] : [],
    )

  async function perform(deed: Deed) {
    const { wish, n, by } = deed
    const subject = subjectOf(wish)
    const skip = () => void skipped.push(`${by} ${wish.do} ${n}${subject === undefined ? '' : ` on ${subject}`}`)
    const isDone = await (by === 'attendant' ? attend(deed, subject) : tap(deed, subject))
    if (isDone) done[wish.do] += 1
    else skip()
  }

  async function tap(deed: Deed, subject: number | undefined): Promise<boolean> {
    const { chat: index, by, n, wish } = deed
    const chat = cast.chats[index]
    if (!chat) return false
    const customer = cast.customers[deed.customer]?.number ?? ''
    const from = by === 'owner' ? (cast.lines[chat.line]?.number ?? '') : customer
    const to = by === 'owner' && !chat.isGroup ? customer : addressOf(chat)
    const target = subject === undefined ? undefined : await onPhone(from, subject)
    if (subject !== undefined && target === undefined && wish.do !== 'say') return false
    const { id } = await town.run(commandFor(wish, { from, to, target, n, seed: size.seed }))
    if (id !== null && ['say', 'file', 'card'].includes(wish.do)) said.set(n, id)
    return true
  }

  /** The id of a deed's message on a phone: as it was sent, or found by its words. */
  async function onPhone(phone: string, n: number): Promise<string | undefined> {
    const texts = textsOf(n)
    return soon(async () => {
      const [book] = await town.books(phone)
      return book?.entries.find(({ id, text }) => id === said.get(n) || texts.includes(text))?.id
    })
  }

  async function attend({ chat: index, n, wish }: Deed, subject: number | undefined): Promise<boolean> {
    const desk = desks[index]
    if (!desk) return false
    const { attendant, ticketId } = desk
    const inHouse = async (of: number) => posted.get(of) ?? attendant.page.find(textsOf(of))?.id
    const target = subject === undefined ? undefined : await soon(() => inHouse(subject))
    if (subject !== undefined && target === undefined && wish.do !== 'say') return false
    const answer = await attendant.ask<Message>(...requestFor(wish, { ticketId, target, n, seed: size.seed }))
    if (answer.status === 200 && (wish.do === 'say' || wish.do === 'file')) posted.set(n, answer.body.id)
    if (answer.status !== 200) refused.push(`${wish.do} ${n}: ${answer.status} ${answer.body.error}`)
    return answer.status === 200
  }

  return { perform, played: { said, posted, skipped, refused, done } }
}

const subjectOf = (wish: Wish): number | undefined => {
  if (wish.do === 'react') return wish.to
  if (wish.do === 'edit' || wish.do === 'revoke') return wish.of
  return wish.do === 'say' ? (wish.quotes ?? undefined) : undefined
}

const soon = <T>(find: () => Promise<T | undefined>) =>
  until(find, { within: SUBJECT_MS, every: 250 }).catch(() => undefined)
