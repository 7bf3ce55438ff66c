/**
 * How modules act on one another without importing one another. A domain event says what has happened; modules that care
 * subscribe to it. An extension point is an ordered list that a module leaves for others to fill (`fills` of their module). Who subscribes, and
 * in which order, is handed in where the parts are put together.
 */
import type { Cx } from './cx'
import { getOrMake } from './maps'

/** Something that has happened in a company: `cx.happened(ticketClosed({ … }))`. */
export type DomainEvent = { readonly definition: { readonly eventName: string }; readonly payload: unknown }

export type DomainEventDefinition<P> = { (payload: P): DomainEvent; readonly eventName: string }

/** Defined once, in the module in which it happens. `eventName` is `<thing>.<what happened>`, for logs. */
export function defineDomainEvent<P>(eventName: string): DomainEventDefinition<P> {
  const definition: DomainEventDefinition<P> = Object.assign((payload: P): DomainEvent => ({ definition, payload }), {
    eventName,
  })
  return definition
}

/**
 * `inTransaction`: at once, in the transaction in which it happened, whose `cx` is passed on; an error undoes all of it.
 * `afterCommit`: when it is durable, outside of any transaction; an error is logged and harms nobody.
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
): Subscriber => ({ to, moment, handle: handle as Subscriber['handle'] }) // it is given payloads of this event alone

export type ExtensionPoint<T> = {
  readonly pointName: string
  filledWith(...members: readonly T[]): Filling
  /** All members that the fillings add to this point, in its order. */
  membersAmong(fillings: readonly Filling[]): readonly T[]
}
export type Filling = { readonly point: { readonly pointName: string }; readonly members: readonly unknown[] }

/** Members stand in the order of the modules, unless `inOrder` sorts them. */
export function defineExtensionPoint<T>(
  pointName: string,
  inOrder: (members: readonly T[]) => readonly T[] = (members) => members,
): ExtensionPoint<T> {
  const point: ExtensionPoint<T> = {
    pointName,
    filledWith: (...members) => ({ point, members }),
    membersAmong: (fillings) =>
      inOrder(fillings.flatMap((one) => (one.point === point ? (one.members as readonly T[]) : []))), // `filledWith` took them
  }
  return point
}

/** The subscribers to one event, in the order of the list. */
export type Listeners = { readonly inTransaction: readonly Handle[]; readonly afterCommit: readonly Handle[] }
type Handle = Subscriber['handle']

export type Extensions = {
  /** Undefined when nobody subscribes. */
  listenersTo(event: DomainEvent): Listeners | undefined
  /** Empty when the point is not filled. */
  membersOf<T>(point: ExtensionPoint<T>): readonly T[]
}

/** Subscribers are called in the order of this list. */
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
