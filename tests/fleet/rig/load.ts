/** Customers write and edit, attendants answer, edit and rename contacts: planned by seed, a chain of acts for each chat. */
import type { Message } from '../../../src/tickets/messages/contract'
import { type Random, randomFor } from '../../chaos/random'
import type { Customer, RigCompany, World } from './world'

/** What was confirmed to somebody. */
export type Told = {
  /** Answered with 200: by client id, the message's id and its text. */
  readonly posted: Map<
    string,
    { readonly company: number; readonly id: number; readonly text: string; readonly to: string }
  >
  /** Edits of attendants that were answered with 200, by client id: the newest text. */
  readonly edited: Map<string, string>
  /** New names of contacts that were answered with 200, by company. */
  readonly renamed: { readonly company: number; readonly contactId: number; readonly name: string }[]
  /** Messages of customers, by WhatsApp id. */
  readonly said: Map<string, { readonly company: number; readonly from: string }>
  /** Requests that were refused, which the plan does not foresee. */
  readonly refused: string[]
  /** A node's clock was set: an edit that leaves by it may be too late for phones, and is undone with this reason. */
  wasClockSet: boolean
}
export type Load = {
  /** No new acts; resolves when all are answered. */
  stop(): Promise<void>
}

const PAUSE_MS = 400

export const nothingTold = (): Told => ({
  posted: new Map(),
  edited: new Map(),
  renamed: [],
  said: new Map(),
  refused: [],
  wasClockSet: false,
})

export type LoadOptions = {
  readonly world: World
  readonly seed: number
  /** Receives what is confirmed. */
  readonly told: Told
  /** Milliseconds between the acts of a chat, on average. */
  readonly actEvery?: number
}

export function startLoad({ world, seed, told, actEvery = PAUSE_MS }: LoadOptions): Load {
  let isStopped = false
  const chats = world.companies.flatMap((company, at) =>
    company.customers.map(async (customer, nth) => {
      const chat = chatOf({ world, seed, company, at, customer, told })
      const random = randomFor(seed, `chat ${at} ${nth}`)
      for (let n = 0; !isStopped; n++) {
        await chat(n, random)
        await Bun.sleep(random.wait(actEvery))
      }
    }),
  )
  const all = Promise.all(chats)
  all.catch(() => {}) // whoever stops the load gets it
  return {
    async stop() {
      isStopped = true
      await all
    },
  }
}

type Chat = {
  readonly world: World
  readonly seed: number
  readonly company: RigCompany
  readonly at: number
  readonly customer: Customer
  readonly told: Told
}

function chatOf({ world: { testbed }, seed, company, at, customer, told }: Chat) {
  const { number, ticketId, contactId } = customer
  const [nth] = [company.customers.indexOf(customer)]
  const named = (n: number) => `${seed}-${at}-${nth}-${n}`
  let lastSaid: string | undefined
  let lastPosted: { readonly clientId: string; readonly id: number } | undefined

  const acts = {
    async say(n: number) {
      const { id } = await testbed.run({ do: 'say', from: number, to: company.number, text: `cliente ${named(n)}` })
      if (id === null) return
      told.said.set(id, { company: at, from: number })
      lastSaid = id
    },
    async editSaid(n: number) {
      if (lastSaid === undefined) return
      await testbed.run({ do: 'edit', from: number, chat: company.number, id: lastSaid, text: `corrigido ${named(n)}` })
    },
    async answer(n: number, random: Random) {
      const clientId = `rig-${named(n)}`
      const text = `resposta ${named(n)}`
      const attendant = random.pick(company.attendants)
      const { status, body } = await attendant.ask<Message>('POST', `/messages/${ticketId}`, { body: text, clientId })
      if (status !== 200) return void told.refused.push(`answer ${clientId}: ${status} ${body.error}`)
      told.posted.set(clientId, { company: at, id: body.id, text, to: number })
      lastPosted = { clientId, id: body.id }
    },
    async editAnswer(n: number, random: Random) {
      if (!lastPosted) return
      const { clientId, id } = lastPosted
      const text = `corrigida ${named(n)}`
      const attendant = random.pick(company.attendants)
      const { status, body } = await attendant.ask('POST', `/messages/edit/${id}?ticketId=${ticketId}`, { body: text })
      if (status === 200) told.edited.set(clientId, text)
      // A message that has not left yet, or whose edit has not, cannot be edited.
      else if (status !== 400 && status !== 409) told.refused.push(`edit ${clientId}: ${status} ${body.error}`)
    },
    async rename(n: number, random: Random) {
      const name = `Cliente ${named(n)}`
      const attendant = random.pick(company.attendants)
      const { status, body } = await attendant.ask('PUT', `/contacts/${contactId}`, { name })
      if (status === 200) told.renamed.push({ company: at, contactId, name })
      else told.refused.push(`rename ${name}: ${status} ${body.error}`)
    },
  }

  return async (n: number, random: Random): Promise<void> => {
    const act = random.weighed({ say: 5, editSaid: 1, answer: 5, editAnswer: 1, rename: 1 })
    await acts[act](n, random)
  }
}
