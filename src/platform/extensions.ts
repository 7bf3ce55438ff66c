/**
 * Lets modules act on one another without imports. A domain event says what happened, and modules subscribe to it. An
 * extension point is an ordered list that other modules fill (`fills` of their module). `src/modules.ts` lists who
 * subscribes and in which order.
 */
import type { Cx } from './cx'
import { getOrMake } from './maps'

/** Something that happened in a company: `cx.happened(ticketClosed({ … }))`. */
export type DomainEvent = { readonly definition: { readonly eventName: string }; readonly payload: unknown }

export type DomainEventDefinition<P> = { (payload: P): DomainEvent; readonly eventName: string }

/** Defined once, in the module where it happens. `eventName` is `<thing>.<what happened>` and appears in logs. */
export function defineDomainEvent<P>(eventName: string): DomainEventDefinition<P> {
  const definition: DomainEventDefinition<P> = Object.assign((payload: P): DomainEvent => ({ definition, payload }), {
    eventName,
  })
  return definition
}

/**
 * `inTransaction`: at once and with the transaction's `cx`; an error rolls everything back. `afterCommit`: once it is
 * durable, outside any transaction; an error is only logged.
 */
export type Moment = 'inTransaction' | 'afterCommit'

export type Subscriber = {
  readonly to: { readonly eventName: string }
  readonly moment: Moment
  handle(cx: Cx, payload: unknown): void
}

export const on = <P>(
  to: DomainEventDefinition<P>,
  moment: Moment,
  handle: (cx: Cx, payload: P) => void,
): Subscriber => ({ to, moment, handle: handle as Subscriber['handle'] }) // it only gets payloads of this event

export type ExtensionPoint<T> = {
  readonly pointName: string
  filledWith(...members: readonly T[]): Filling
  /** Members that the fillings add to this point, in its order. */
  membersAmong(fillings: readonly Filling[]): readonly T[]
}
export type Filling = { readonly point: { readonly pointName: string }; readonly members: readonly unknown[] }

/** Members keep the order of the modules unless `inOrder` sorts them. */
export function defineExtensionPoint<T>(
  pointName: string,
  inOrder: (members: readonly T[]) => readonly T[] = (members) => members,
): ExtensionPoint<T> {
  const point: ExtensionPoint<T> = {
    pointName,
    filledWith: (...members) => ({ point, members }),
    membersAmong: (fillings) =>
      inOrder(fillings.flatMap((one) => (one.point === point ? (one.members as readonly T[]) : []))), // `filledWith` checked their type
  }
  return point
}

/** Subscribers of one event, in call order. */
export type Listeners = { readonly inTransaction: readonly Handle[]; readonly afterCommit: readonly Handle[] }
type Handle = Subscriber['handle']

export type Extensions = {
  /** Undefined without subscribers. */
  listenersTo(event: DomainEvent): Listeners | undefined
  /** Empty when the point is not filled. */
  membersOf<T>(point: ExtensionPoint<T>): readonly T[]
}

/** Calls subscribers in the order of this list. */
export function createExtensions(subscribers: readonly Subscriber[], fillings: readonly Filling[] = []): Extensions {
  const events = Map.groupBy(subscribers, ({ to }) => to)
  const listeners = new Map<object, Listeners>()
  for (const [event, all] of events) {
    const handles = (moment: Moment) => all.filter((one) => one.moment === moment).map(({ handle }) => handle)
    listeners.set(event, { inTransaction: handles('inTransaction'), afterCommit: handles('afterCommit') })
  }
  const members = new Map<object, readonly unknown[]>()
  return {
    listenersTo: ({ definition }) => listeners.get(definition),
    membersOf: <T>(point: ExtensionPoint<T>) =>
      getOrMake(members, point, () => point.membersAmong(fillings)) as readonly T[], // kept by their point
  }
}
