/**
 * Executes the plan: each entry of the timeline at its time, after the start of all earlier ones. Operations in a chat
 * run one after the other. A delay shifts the whole plan, so that a restart always comes between the same two
 * operations.
 */
import type { Message } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import { commandFor, isMessage, requestFor } from './actions'
import type { Environment } from './environment'
import type { ScheduledFault } from './fault-schedule'
import type { Step } from './faults'
import type { Action, Operation, Plan, Restart } from './plan'
import { timelineOf } from './timeline'

/** An operation of a customer or owner on a phone. */
export type PhoneOperation = {
  readonly operation: Operation
  /** Its id on WhatsApp; null where it has none. */
  readonly id: string | null
  /** Its target message. */
  readonly target: string | undefined
  /** When the phone got the command, and when it had executed it; epoch milliseconds. */
  readonly moments: readonly [number, number]
}

type Span = { readonly from: number; readonly until: number }

/** Result of the plan: the message of each operation, and operations that were impossible. */
export type Performed = {
  /** Start and end of each fault; epoch milliseconds. */
  readonly spans: ReadonlyMap<ScheduledFault, Span>
  /** WhatsApp ids of messages of customers and owners, by operation number. */
  readonly said: ReadonlyMap<number, string>
  /** Server ids of attendants' messages, by operation number. */
  readonly posted: ReadonlyMap<number, number>
  readonly phoneOperations: readonly PhoneOperation[]
  /** Operations whose target was deleted, failed or too old. */
  readonly skipped: readonly string[]
  readonly refused: readonly string[]
  readonly done: Readonly<Record<Action['do'], number>>
}

const TARGET_MS = 8_000

export async function performPlan(environment: Environment, plan: Plan): Promise<Performed> {
  const spans = new Map<ScheduledFault, Span>()
  const performer = performerOf(environment, plan.operations)
  const queues = new Map<string, Promise<void>>()

  const inTurn = (key: string, task: () => Promise<void>) => {
    const done = (queues.get(key) ?? Promise.resolve()).then(task)
    done.catch(() => {}) // the caller that awaits all of them gets the error
    queues.set(key, done)
  }
  const endSpan = (fault: ScheduledFault) => {
    const span = spans.get(fault)
    if (span) spans.set(fault, { ...span, until: Date.now() })
  }
  let begun = performance.now()
  for (const entry of timelineOf(plan)) {
    const late = performance.now() - begun - entry.at
    if (late > 0) begun += late
    else await Bun.sleep(-late)
    switch (entry.what) {
      case 'operation':
        inTurn(queueOf(entry.operation), () => performer.perform(entry.operation))
        break
      case 'fault':
        if (entry.does === 'begin') spans.set(entry.fault, { from: Date.now(), until: Number.POSITIVE_INFINITY })
        for (const step of entry.fault[entry.does]) await carryOut(environment, step)
        if (entry.does === 'end') endSpan(entry.fault)
        break
      case 'disconnection':
        environment.companies[entry.disconnection.company]?.attendants[entry.disconnection.attendant].page.disconnect()
        break
      case 'restart':
        await queues.get('server')
        inTurn('server', () => restartServer(environment, entry.by))
    }
  }
  await Promise.all(queues.values())
  return { spans, ...performer.performed }
}

const queueOf = ({ by, chat, customer }: Operation) => `${by} ${by === 'attendant' ? chat : customer}`

async function carryOut({ testbed, links, locks }: Environment, step: Step) {
  switch (step.do) {
    case 'unlink':
      return links.unlink(step.phone)
    case 'lock':
      return locks.lock(step.company, step.file)
    case 'unlock':
      return locks.unlock(step.company, step.file)
    default: {
      const result = await testbed.attempt(step)
      // Its device was removed and the next one is not linked yet.
      if (!result.ok && result.error !== 'not_linked') throw new Error(`${step.do}: ${result.message}`)
    }
  }
}

async function restartServer({ server, companies }: Environment, by: Restart['by']) {
  await server.end(by)
  await server.start()
  for (const { attendants } of companies) for (const { page } of attendants) page.hurry()
}

function performerOf(
  { participants, testbed, chatTickets, addressOf, size }: Environment,
  operations: readonly Operation[],
) {
  const said = new Map<number, string>()
  const posted = new Map<number, number>()
  const phoneOperations: PhoneOperation[] = []
  const skipped: string[] = []
  const refused: string[] = []
  const done: Record<Action['do'], number> = {
    say: 0,
    file: 0,
    location: 0,
    react: 0,
    edit: 0,
    revoke: 0,
    read: 0,
    call: 0,
  }

  /** All texts that an operation's message ever has. */
  const textsOf = (n: number): string[] =>
    operations.flatMap(({ n: other, action }) =>
      (other === n || (action.do === 'edit' && action.of === n)) && 'text' in action ? [action.text] : [],
    )

  async function perform(operation: Operation) {
    const { action, n, by } = operation
    const target = targetOf(action)
    const isDone = await (by === 'attendant' ? performInProduct(operation, target) : performOnPhone(operation, target))
    if (isDone) done[action.do] += 1
    else skipped.push(`${by} ${action.do} ${n}${target === undefined ? '' : ` on ${target}`}`)
  }

  async function performOnPhone(operation: Operation, targetNumber: number | undefined): Promise<boolean> {
    const { chat: index, by, n, action } = operation
    const chat = participants.chats[index]
    if (!chat) return false
    const customer = participants.customers[operation.customer]?.number ?? ''
    const from = by === 'owner' ? (participants.phones[chat.phoneIndex]?.number ?? '') : customer
    const to = by === 'owner' && !chat.isGroup ? customer : addressOf(chat)
    const target = targetNumber === undefined ? undefined : await onPhone(from, targetNumber)
    if (targetNumber !== undefined && target === undefined && action.do !== 'say') return false
    const commandedAt = Date.now()
    const { id } = await testbed.run(commandFor(action, { from, to, target, n, seed: size.seed }))
    phoneOperations.push({ operation, id, target, moments: [commandedAt, Date.now()] })
    if (id !== null && isMessage(action)) said.set(n, id)
    return true
  }

  /** Id of an operation's message on a phone: from sending it, or found by its text. */
  async function onPhone(phone: string, n: number): Promise<string | undefined> {
    const texts = textsOf(n)
    return soon(async () => {
      const [book] = await testbed.books(phone)
      return book?.entries.find(({ id, text }) => id === said.get(n) || texts.includes(text))?.id
    })
  }

  async function performInProduct(
    { chat: index, n, action }: Operation,
    targetNumber: number | undefined,
  ): Promise<boolean> {
    const chatTicket = chatTickets[index]
    if (!chatTicket) return false
    const { attendant, ticketId } = chatTicket
    const inProduct = async (of: number) => posted.get(of) ?? attendant.page.find(textsOf(of))?.id
    const target = targetNumber === undefined ? undefined : await soon(() => inProduct(targetNumber))
    if (targetNumber !== undefined && target === undefined && action.do !== 'say') return false
    const answer = await attendant.ask<Message>(...requestFor(action, { ticketId, target, n, seed: size.seed }))
    if (answer.status === 200 && (action.do === 'say' || action.do === 'file')) posted.set(n, answer.body.id)
    if (answer.status !== 200) refused.push(`${action.do} ${n}: ${answer.status} ${answer.body.error}`)
    return answer.status === 200
  }

  return { perform, performed: { said, posted, phoneOperations, skipped, refused, done } }
}

/** Number of the operation that it refers to. */
const targetOf = (action: Action): number | undefined => {
  if (action.do === 'react') return action.to
  if (action.do === 'edit' || action.do === 'revoke') return action.of
  return action.do === 'say' ? (action.quotes ?? undefined) : undefined
}

const soon = <T>(find: () => Promise<T | undefined>) =>
  until(find, { within: TARGET_MS, every: 250 }).catch(() => undefined)
