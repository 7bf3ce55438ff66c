/** People edit, delete and react to messages, whatever happens to the server. */
import type { BookEntry } from '../../../src/simulator/contract'
import type { Client } from './client'
import { type Posted, unlessDown } from './posting'
import type { RepeatableRandom } from './random'
import { COMPANY, type Testbed, written } from './testbed'
import { until } from './until'

const EMOJI = ['👍', '❤️', '🙏', ''] as const

/** Customers act on messages that they wrote or received, and some read. */
export async function customersAction(testbed: Testbed, random: RepeatableRandom, times: number) {
  const books = await testbed.books()
  for (const [from, own] of written(books)) {
    if (times-- <= 0) return
    const all = books.find(({ phone }) => phone === from)?.entries ?? []
    const chat = { from, chat: COMPANY }
    const mine = pick(random, own.filter(isThere))
    const any = pick(random, all.filter(isThere))
    if (random.between(0, 2) === 0) await testbed.run({ do: 'readChat', phone: from, chat: COMPANY })
    if (any) await testbed.run({ do: 'react', ...chat, id: any.id, emoji: pick(random, EMOJI) ?? '' })
    if (mine && random.between(0, 2) === 0)
      await testbed.run({ do: 'edit', ...chat, id: mine.id, text: `${mine.text} (corrigido)` })
    else if (mine && random.between(0, 4) === 0) await testbed.run({ do: 'revoke', ...chat, id: mine.id })
  }
}

const isThere = ({ revoked }: BookEntry) => !revoked

/** Attendants act on posted messages. `refusals`: status and error of refused requests. */
export function attendantsAction(client: Client, posted: readonly Posted[], { random, times, pause }: Acting) {
  const refusals: string[] = []
  const deleted = new Set<number>()

  async function actOnce() {
    await Bun.sleep(pause())
    const conversation = pick(random, posted)
    const place = random.between(0, conversation?.ids.length ?? 0)
    const id = conversation?.ids[place]
    if (!conversation || id === undefined || deleted.has(id)) return
    const what = random.between(0, 6)
    if (what === 0) deleted.add(id)
    const edited = `${conversation.bodies[place]} (corrigido)`
    const answer = await until(() => unlessDown(() => ask(what, { id, ticketId: conversation.ticketId, edited })), {
      every: 30,
    })
    if (answer.error) refusals.push(`${answer.status} ${answer.error}`)
    else if (what === 1) conversation.bodies[place] = edited
  }

  function ask(what: number, { id, ticketId, edited }: { id: number; ticketId: number; edited: string }) {
    if (what === 0) return client.ask('DELETE', `/messages/${id}`)
    if (what === 1) return client.ask('POST', `/messages/edit/${id}?ticketId=${ticketId}`, { body: edited })
    const reaction = EMOJI[what % EMOJI.length]
    return client.ask('POST', '/messages/reactMessage', { messageId: id, ticketId, reaction })
  }

  const work = (async () => {
    for (let left = times; left > 0; left--) await actOnce()
  })()
  work.catch(() => {}) // nobody awaits it if the test has already failed
  return { refusals, done: () => work }
}

type Acting = { readonly random: RepeatableRandom; readonly times: number; pause(): number }

const pick = <T>(random: RepeatableRandom, from: readonly T[]): T | undefined => from[random.between(0, from.length)]
