/**
 * Follows the logs of many companies through one connection. The servers repeat each message that they have stored on a
 * subject of its own, to those who listen at that moment; it names the message before it. Whatever was not heard, or had no
 * room to wait, is read from the log. So a node needs no consumer on the servers, and a slow company holds no other up.
 */
import type { Msg } from '@nats-io/transport-node'
import type { Following, StoredMessage } from '../commit-log'
import type { Connection } from './connection'
import { type StreamMessage, toStreamMessage, withoutNats } from './messages'
import { addressOf } from './names'
import { fetchBatch } from './reading'

export type FollowOptions = {
  /** How often a company without news looks for a message that was not heard. */
  readonly checkMs?: number
  /** Bytes of messages that wait, of all companies together. */
  readonly waitingBytes?: number
}

const CHECK_MS = 30_000
/** The servers of a cluster learn a little later that somebody listens. */
const FIRST_CHECK_MS = 1000
const WAITING_BYTES = 32 * 1024 * 1024
/** Batches being read at the same time. */
const READS = 8
const PAUSE_MS = 100
const REFUSED_PAUSE_MS = 1000

export type Follower = ReturnType<typeof createFollower>

export function createFollower(connection: Connection, options: FollowOptions = {}) {
  const { checkMs = CHECK_MS, waitingBytes = WAITING_BYTES } = options
  const shared = { room: waitingBytes, reads: turns(READS) }
  const followed = new Set<CompanyFollower>()
  const checkAll = () => {
    for (const each of followed) each.check()
  }
  const timer = setInterval(checkAll, checkMs)
  timer.unref()
  const endListening = connection.onReconnect(() => {
    checkAll()
    setTimeout(checkAll, FIRST_CHECK_MS).unref()
  })
  return {
    follow(company: string, after: number, take: (message: StoredMessage) => Promise<void> | void): Following {
      const each = followOne(connection, shared, company, after, take)
      followed.add(each)
      return {
        behind: each.behind,
        stop() {
          followed.delete(each)
          return each.stop()
        },
      }
    },
    /** Bytes of messages that were heard and wait to be taken. */
    waitingBytes: () => waitingBytes - shared.room,
    async stop() {
      clearInterval(timer)
      endListening()
      await Promise.all([...followed].map((each) => each.stop()))
    },
  }
}

type Budgets = { room: number; readonly reads: <T>(work: () => Promise<T>) => Promise<T> }
type CompanyFollower = Required<Following> & { check(): void }

function followOne(
  connection: Connection,
  shared: Budgets,
  company: string,
  after: number,
  take: (message: StoredMessage) => Promise<void> | void,
): CompanyFollower {
  const address = addressOf(company)
  /** The newest message that was taken, and the newest one that is known to exist. */
  let taken = after
  let known = after
  let mayMiss = true
  let stopped = false
  let isTaking = false
  let waiting: StreamMessage[] = []
  let news = Promise.withResolvers<void>()

  const forget = () => {
    for (const message of waiting) shared.room += sizeOf(message)
    waiting = []
  }
  const hear = (error: Error | null, { headers, data }: Msg) => {
    if (error) mayMiss = true
    else {
      // A copy: the bytes are part of all that arrived with them.
      const message = toStreamMessage(Number(headers?.get('Nats-Sequence')), headers, data.slice())
      known = Math.max(known, message.seq)
      if (shared.room < sizeOf(message)) mayMiss = true
      else {
        shared.room -= sizeOf(message)
        waiting.push(message)
      }
    }
    news.resolve()
  }
  const subscription = connection.nc.subscribe(address.stored, { callback: hear })
  const firstCheck = setTimeout(() => check(), FIRST_CHECK_MS)

  const check = () => {
    mayMiss = true
    news.resolve()
  }

  const deliver = async (message: StreamMessage) => {
    for (;;) {
      if (stopped || message.seq <= taken) return
      isTaking = true
      try {
        await take(withoutNats(message))
        taken = message.seq
        isTaking = false
        return
      } catch {
        // The one who takes says so itself, and the next message needs this one.
        await pause(REFUSED_PAUSE_MS)
      }
    }
  }

  const catchUp = async () => {
    mayMiss = false
    while (!stopped) {
      const batch = await shared.reads(() => fetchBatch(connection, address, taken)).catch(() => undefined)
      for (const message of batch ?? []) await deliver(message)
      // The server that answered may be behind the one that repeated the message.
      if (batch?.length === 0 && taken >= known) return
      if (!batch?.length) await pause(PAUSE_MS)
    }
  }

  let endPause = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    while (!stopped) {
      if (mayMiss) await catchUp()
      const next = waiting.shift()
      if (next) {
        shared.room += sizeOf(next)
        if (next.seq > taken && next.previous !== taken) mayMiss = true
        else await deliver(next)
      } else if (!mayMiss) {
        await news.promise
        news = Promise.withResolvers()
      }
    }
    forget()
  }
  const ended = run()
  return {
    check,
    behind: () => Math.max(waiting.length + (isTaking ? 1 : 0), known > taken ? 1 : 0),
    async stop() {
      stopped = true
      news.resolve()
      endPause()
      clearTimeout(firstCheck)
      subscription.unsubscribe()
      await ended
    },
  }
}

/** What a message occupies, roughly. */
const sizeOf = ({ body }: StreamMessage) => body.length + 512

/** Runs at most `most` of the works at a time, the others in the order they came. */
function turns(most: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
