/**
 * The sockets of one company, grouped by equal rights. When a whole group may receive an event, the runtime broadcasts
 * it at a fiftieth of the cost of sending it one by one. The audience is still checked for each socket.
 */
import type { Actor } from '../actor'
import type { Audience } from './events'
import { getOrMake } from './maps'
import type { SocketFacts } from './socket-facts'

/** An authenticated open socket. */
export type Listener = {
  actor: Actor
  /** Sends one frame; false if the socket is gone or its buffer is over the limit. */
  send(frame: string): boolean
  /** Bytes sent but not yet taken by the network. */
  backlog(): number
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  close(code: number, reason: string): void
  /** Absent for a page that is no socket, in tests. */
  readonly facts?: SocketFacts
}

/** Sends one frame to every socket that subscribed to the topic. */
export type Broadcast = (topic: string, frame: string) => void

const WORTH_IT = 4

export function createListeners(name: string, broadcast: () => Broadcast | undefined) {
  const groups = new Map<string, Set<Listener>>()
  const topicOf = (listener: Listener) => `${name}/${rightsOf(listener.actor)}`

  const add = (listener: Listener) => {
    const topic = topicOf(listener)
    getOrMake(groups, topic, () => new Set()).add(listener)
    listener.subscribe(topic)
  }
  const remove = (listener: Listener) => {
    const topic = topicOf(listener)
    groups.get(topic)?.delete(listener)
    if (groups.get(topic)?.size === 0) groups.delete(topic)
    listener.unsubscribe(topic)
  }

  return {
    add,
    remove,
    change(listener: Listener, actor: Actor) {
      const moves = rightsOf(listener.actor) !== rightsOf(actor)
      if (moves) remove(listener)
      listener.actor = actor
      if (moves) add(listener)
    },
    send(frame: string, audience: Audience) {
      const sendToAll = broadcast()
      for (const [topic, group] of groups) {
        const hearing = [...group].filter(({ actor }) => audience(actor))
        if (sendToAll && hearing.length === group.size && group.size >= WORTH_IT) {
          sendToAll(topic, frame)
          for (const { facts } of hearing) if (facts) facts.sent++
        } else for (const listener of hearing) listener.send(frame)
      }
    },
    all: (): Listener[] => [...groups.values()].flatMap((group) => [...group]),
    size: () => [...groups.values()].reduce((sum, group) => sum + group.size, 0),
  }
}

/** Only a grouping key: people in one group may still receive different events. */
function rightsOf({ profile, allUserChat, queueIds, connectionIds }: Actor): string {
  return `${profile}/${allUserChat}/${queueIds.join(',')}/${connectionIds?.join(',') ?? '*'}`
}
