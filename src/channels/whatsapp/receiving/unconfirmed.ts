/**
 * Stanzas that WhatsApp repeats until they are confirmed, and never afterwards: receipts, calls, blocks, new pictures.
 * Baileys confirms each stanza it handles, so these are passed to it only once our server has stored them. Stanzas that
 * arrive together are stored together. While our server cannot store them they wait here unconfirmed, and all other
 * traffic continues; if the process dies, WhatsApp repeats them.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Call } from '../../channel'
import { isStorageError } from '../../storage-error'
import type { OtherHalf } from '../address'
import type { Socket } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import { CALL, readers, type Word } from '../parsing/words'
import type { SessionContext } from '../session/context'

type Context = Pick<SessionContext, 'log' | 'limits' | 'scheduler' | 'receipts' | 'call' | 'blocked' | 'pictureChanged'>
type UnconfirmedEvent = { readonly event: string; readonly node: BinaryNode; readonly word: Word }

/** Delay before storing is retried. */
const PATIENCE_MS = 1_000
/** Maximum batch, so that other work is not blocked: after an hour with a locked file many may be waiting. */
const EVENTS_PER_BATCH = 200

/** One instance per socket. */
export function createUnconfirmed(context: Context, otherHalf: OtherHalf) {
  let sock: Socket | null = null
  let held: UnconfirmedEvent[] = []
  const stored = new WeakSet<BinaryNode>()
  let callOff: (() => void) | null = null
  /** Earliest time of the next batch, so that a slow disk gets larger ones. */
  let next = 0

  /** True: it is passed to Baileys later. */
  function keepsBack(event: string | symbol, node: BinaryNode): boolean {
    const read = readers.get(event)
    if (!read || stored.has(node)) return false
    const word = read(node, otherHalf)
    if (!word && event === CALL) confirm(node)
    if (!word) return event === CALL
    held.push({ event: String(event), node, word })
    plan()
    return true
  }

  function plan(): void {
    callOff ??= context.scheduler.scheduleAfter(next - performance.now(), store)
  }

  function store(): void {
    callOff = null
    const started = performance.now()
    let wait = 0
    const waiting = together(held.slice(0, EVENTS_PER_BATCH))
    const behind = held.slice(EVENTS_PER_BATCH)
    try {
      for (let [some] = waiting; some && sock; [some] = waiting) {
        take(some)
        waiting.shift()
        passToBaileys(some)
      }
    } catch (error) {
      context.log.warn(
        briefly(error),
        'whatsapp: receipts or notifications could not be stored and stay unconfirmed until they can',
      )
      wait = PATIENCE_MS
    }
    held = sock ? [...waiting.flat(), ...behind] : [] // the callback may have closed the connection
    const ended = performance.now()
    next = ended + Math.max(wait, context.limits.pace, ended - started)
    if (held.length > 0) plan()
  }

  /**
   * Throws if nothing can be stored at the moment. A single failing receipt does not prevent others from being stored.
   */
  function take(some: readonly UnconfirmedEvent[]): void {
    const receipts = some.flatMap(({ word }) => (word.type === 'receipt' ? word.receipt : []))
    if (receipts.length > 1 && attempt('receipts in one batch', () => context.receipts(receipts))) return
    for (const { word } of some) attempt(`a ${word.type}`, () => takeOne(word))
  }

  /** Returns false if this one can never be stored; it is skipped. */
  function attempt(what: string, step: () => void): boolean {
    try {
      step()
      return true
    } catch (error) {
      if (isStorageError(error)) throw error
      context.log.error(briefly(error), `whatsapp: ${what} could not be stored`)
      return false
    }
  }

  function takeOne(word: Word): void {
    switch (word.type) {
      case 'receipt':
        context.receipts([word.receipt])
        break
      case 'call':
        if (context.call(word.call)) refuse(word.call)
        break
      case 'block':
        for (const { address, isBlocked } of word.blocks) context.blocked(address, isBlocked)
        break
      case 'picture':
        context.pictureChanged(word.address)
    }
  }

  function refuse({ externalId, caller }: Call): void {
    sock?.rejectCall(externalId, caller).catch(() => {}) // the call keeps ringing
  }

  function passToBaileys(some: readonly UnconfirmedEvent[]): void {
    for (const { event, node } of some) {
      stored.add(node)
      if (event === CALL) confirm(node)
      else sock?.ws.emit(event, node)
    }
  }

  /**
   * Calls are not passed to Baileys: it only creates a useless message, and some calls crash it outside any error
   * handler.
   */
  function confirm(node: BinaryNode): void {
    sock?.sendMessageAck(node).catch(() => {}) // WhatsApp repeats it at the next login
  }

  return {
    keepsBack,
    listen(to: Socket): void {
      sock = to
    },
    /** WhatsApp repeats unstored stanzas at the next login. */
    stop(): void {
      callOff?.()
      held = []
      sock = null
    },
  }
}

/** All receipts in one batch, everything else alone. */
function together(held: readonly UnconfirmedEvent[]): UnconfirmedEvent[][] {
  const receipts = held.filter(({ word }) => word.type === 'receipt')
  const others = held.filter(({ word }) => word.type !== 'receipt')
  return [...(receipts.length > 0 ? [receipts] : []), ...others.map((one) => [one])]
}
