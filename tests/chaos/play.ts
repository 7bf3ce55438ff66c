/**
 * The play itself: one cue after the other, each at its time and none before those in front of it are given. Each chat's
 * people do one thing after the other; deaths, too, wait for each other.
 */
import type { Message } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import { commandFor, isSaid, requestFor } from './actions'
import { cuesOf } from './cues'
import type { Action, Death, Deed, Script } from './script'
import type { Stage } from './stage'
import type { Step } from './troubles'

/** What a customer or an owner did on a phone. */
export type Tap = {
  readonly deed: Deed
  /** On WhatsApp, where it has one. */
  readonly id: string | null
  /** The message it was done to. */
  readonly target: string | undefined
  /** When the phone was told, and when it had done it. */
  readonly moments: readonly [number, number]
}

/** What became of the script: which message each deed made, and what could not be done. */
export type Played = {
  readonly begunAt: number
  /** Ids on WhatsApp of what customers and owners said, by the deed's number. */
  readonly said: ReadonlyMap<number, string>
  /** Ids in the house of what attendants said. */
  readonly posted: ReadonlyMap<number, number>
  readonly taps: readonly Tap[]
  /** What there was nothing left to do to: its subject was deleted, failed or too old. */
  readonly skipped: readonly string[]
  readonly refused: readonly string[]
  readonly done: Readonly<Record<Action['do'], number>>
}

const SUBJECT_MS = 8_000

export async function play(stage: Stage, script: Script): Promise<Played> {
  const begunAt = Date.now()
  const began = performance.now()
  const actors = actorsOf(stage, script.deeds)
  const queues = new Map<string, Promise<void>>()

  const inTurn = (key: string, task: () => Promise<void>) => {
    const done = (queues.get(key) ?? Promise.resolve()).then(task)
    done.catch(() => {}) // whoever waits for the whole play hears of it
    queues.set(key, done)
  }
  for (const cue of cuesOf(script)) {
    await Bun.sleep(Math.max(0, began + cue.at - performance.now()))
    switch (cue.cue) {
      case 'deed':
        inTurn(queueOf(cue.deed), () => actors.perform(cue.deed))
        break
      case 'steps':
        for (const step of cue.steps) await take(stage, step)
        break
      case 'loss':
        stage.companies[cue.loss.company]?.attendants[cue.loss.attendant].page.lose()
        break
      case 'death':
        inTurn('server', () => die(stage, cue.by))
    }
  }
  await Promise.all(queues.values())
  return { begunAt, ...actors.played }
}

const queueOf = ({ by, chat, customer }: Deed) => `${by} ${by === 'attendant' ? chat : customer}`

async function take({ testbed, links, locks }: Stage, step: Step) {
  switch (step.do) {
    case 'unlink':
      return links.unlink(step.phone)
    case 'lock':
      return locks.lock(step.company, step.file)
    case 'unlock':
      return locks.unlock(step.company, step.file)
    default: {
      const result = await testbed.attempt(step)
      // Its device was removed, and the next one is not linked yet.
      if (!result.ok && result.error !== 'not_linked') throw new Error(`${step.do}: ${result.message}`)
    }
  }
}

async function die({ server, companies }: Stage, by: Death['by']) {
  await server.end(by)
  await server.start()
  for (const { attendants } of companies) for (const { page } of attendants) page.hurry()
}

function actorsOf({ cast, testbed, desks, addressOf, size }: Stage, deeds: readonly Deed[]) {
  const said = new Map<number, string>()
  const posted = new Map<number, number>()
  const taps: Tap[] = []
  const skipped: string[] = []
  const refused: string[] = []
  const done: Record<Action['do'], number> = {
    say: 0,
    file: 0,
    card: 0,
    react: 0,
    edit: 0,
    revoke: 0,
    read: 0,
    call: 0,
  }

  /** All that the message of a deed ever says. */
  const textsOf = (n: number): string[] =>
    deeds.flatMap(({ n: other, action }) =>
      (other === n || (action.do === 'edit' && action.of === n)) && 'text' in action ? [action.text] : [],
    )

  async function perform(deed: Deed) {
    const { action, n, by } = deed
    const subject = subjectOf(action)
    const skip = () => void skipped.push(`${by} ${action.do} ${n}${subject === undefined ? '' : ` on ${subject}`}`)
    const isDone = await (by === 'attendant' ? attend(deed, subject) : tap(deed, subject))
    if (isDone) done[action.do] += 1
    else skip()
  }

  async function tap(deed: Deed, subject: number | undefined): Promise<boolean> {
    const { chat: index, by, n, action } = deed
    const chat = cast.chats[index]
    if (!chat) return false
    const customer = cast.customers[deed.customer]?.number ?? ''
    const from = by === 'owner' ? (cast.lines[chat.line]?.number ?? '') : customer
    const to = by === 'owner' && !chat.isGroup ? customer : addressOf(chat)
    const target = subject === undefined ? undefined : await onPhone(from, subject)
    if (subject !== undefined && target === undefined && action.do !== 'say') return false
    const told = Date.now()
    const { id } = await testbed.run(commandFor(action, { from, to, target, n, seed: size.seed }))
    taps.push({ deed, id, target, moments: [told, Date.now()] })
    if (id !== null && isSaid(action)) said.set(n, id)
    return true
  }

  /** The id of a deed's message on a phone: as it was sent, or found by its words. */
  async function onPhone(phone: string, n: number): Promise<string | undefined> {
    const texts = textsOf(n)
    return soon(async () => {
      const [book] = await testbed.books(phone)
      return book?.entries.find(({ id, text }) => id === said.get(n) || texts.includes(text))?.id
    })
  }

  async function attend({ chat: index, n, action }: Deed, subject: number | undefined): Promise<boolean> {
    const desk = desks[index]
    if (!desk) return false
    const { attendant, ticketId } = desk
    const inHouse = async (of: number) => posted.get(of) ?? attendant.page.find(textsOf(of))?.id
    const target = subject === undefined ? undefined : await soon(() => inHouse(subject))
    if (subject !== undefined && target === undefined && action.do !== 'say') return false
    const answer = await attendant.ask<Message>(...requestFor(action, { ticketId, target, n, seed: size.seed }))
    if (answer.status === 200 && (action.do === 'say' || action.do === 'file')) posted.set(n, answer.body.id)
    if (answer.status !== 200) refused.push(`${action.do} ${n}: ${answer.status} ${answer.body.error}`)
    return answer.status === 200
  }

  return { perform, played: { said, posted, taps, skipped, refused, done } }
}

const subjectOf = (action: Action): number | undefined => {
  if (action.do === 'react') return action.to
  if (action.do === 'edit' || action.do === 'revoke') return action.of
  return action.do === 'say' ? (action.quotes ?? undefined) : undefined
}

const soon = <T>(find: () => Promise<T | undefined>) =>
  until(find, { within: SUBJECT_MS, every: 250 }).catch(() => undefined)
