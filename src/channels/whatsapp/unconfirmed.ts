/**
 * Ticks and calls. WhatsApp tells them until a frame of ours confirms them, and then never again: so they are stored before
 * any frame leaves, all that came together at once. What the house has no room for waits here, and what would confirm it
 * waits with it; should the process die, WhatsApp tells it once more.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Call, Receipt } from '../channel'
import { type OtherHalf, withOtherHalf } from './address'
import type { Socket } from './baileys'
import { callOf } from './call'
import { briefly, type Log } from './log'
import { receiptOf } from './receipts'
import { isStorage } from './storage'

export type UnconfirmedHouse = {
  readonly log: Log
  /** Both: durable when they return; throw when it could not be stored. */
  receipts(receipts: readonly Receipt[]): void
  /** True: it is to be refused. */
  call(call: Call): boolean
}
type Ringing = { readonly call: Call; refuse(): void }

export function makeUnconfirmed(house: UnconfirmedHouse, otherHalf: OtherHalf) {
  let ticks: Receipt[] = []
  let calls: Ringing[] = []

  /** False: it is broken in itself, and left out. Throws while nothing can be stored. */
  function take(what: string, step: () => void): boolean {
    try {
      step()
      return true
    } catch (error) {
      if (isStorage(error)) throw error
      house.log.error(briefly(error), `whatsapp: ${what} could not be taken`)
      return false
    }
  }

  /** One that breaks the house must not keep its neighbours from being stored. */
  function storeTicks(): void {
    if (ticks.length === 0) return
    if (!take('ticks that came together', () => house.receipts(ticks)))
      for (const one of ticks) take('a tick', () => house.receipts([one]))
    ticks = []
  }

  function storeCalls(): void {
    for (const { call, refuse } of calls) take('a call', () => house.call(call) && refuse())
    calls = []
  }

  return {
    listen(sock: Socket): void {
      sock.ws.on('CB:receipt', (node: BinaryNode) => {
        const receipt = receiptOf(node)
        if (receipt) ticks.push({ ...receipt, chat: withOtherHalf(receipt.chat, otherHalf) })
      })
      sock.ws.on('CB:call', (node: BinaryNode) => {
        const call = callOf(node, otherHalf)
        const refuse = () => void sock.rejectCall(call?.externalId ?? '', call?.caller ?? '').catch(() => {}) // it rings on
        if (call) calls.push({ call, refuse })
      })
    },
    /** False: not everything that was heard is on disk. */
    store(): boolean {
      try {
        storeTicks()
        storeCalls()
        return true
      } catch (error) {
        house.log.warn(briefly(error), 'whatsapp: ticks or calls could not be stored, nothing leaves until they can')
        return false
      }
    },
  }
}
