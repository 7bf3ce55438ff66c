/** Load generator. Messages are encrypted beforehand, so that releasing them costs next to nothing. */
import { preciseClock } from '../../platform/time'
import { note, raise } from '../messages/book'
import { deliver } from '../messages/delivery'
import { stanzaFor } from '../messages/stanza'
import type { World } from '../world'
import type { CommandOf } from './contract'
import { customersOf, phoneOf } from './people'
import { Refusal } from './refusal'

/** Messages sent before yielding to clients. */
const BATCH = 64
const TICK_MS = 10

export async function prepareLoad(world: World, command: CommandOf<'prepareLoad'>): Promise<number> {
  const to = phoneOf(world, command.phone)
  const link = [...to.links.values()].at(-1)
  if (!link) throw new Refusal('not_linked', command.phone)
  const customers = customersOf(world, to, command)
  for (let number = 0; number < command.messages; number++) {
    const from = customers[number % customers.length]
    if (!from) break
    const id = from.random.messageId()
    const content = { conversation: textOf(number, command) }
    const entry = { id, device: 0, author: from.phone, content, addressing: 'pn' as const }
    const draft = { ...entry, chat: to.phone, fromMe: true, at: world.now() }
    const stanza = await stanzaFor(world, {
      from,
      link,
      message: { ...draft, text: content.conversation, content: null },
    })
    world.load.ready.push({
      link,
      stanza,
      release() {
        raise(world, note(world, from, { ...draft, at: preciseClock() }), 2)
        note(world, to, { ...entry, chat: from.phone, fromMe: false, at: world.now() })
        world.load.waiting.add(id)
        deliver(world, link, stanza)
      },
    })
  }
  world.load.prepared += command.messages
  world.changed()
  return command.messages
}

export async function releaseLoad(world: World, { rate }: CommandOf<'releaseLoad'>): Promise<number> {
  const ready = world.load.ready.splice(0)
  const started = performance.now()
  let next = 0
  while (next < ready.length) {
    const due = rate === undefined ? BATCH : Math.ceil(((performance.now() - started) / 1000) * rate) - next
    const batch = ready.slice(next, next + due)
    for (const { release } of batch) release()
    next += batch.length
    world.load.released += batch.length
    await (rate === undefined ? turn() : Bun.sleep(TICK_MS))
  }
  world.changed()
  return ready.length
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function textOf(number: number, { texts, textLength: length = 80 }: CommandOf<'prepareLoad'>): string {
  const said = texts?.[number % texts.length]
  if (said !== undefined) return said
  const start = `${number} `
  return (start + 'mensagem de teste '.repeat(Math.ceil(length / 18)))
    .slice(0, Math.max(length, start.length - 1))
    .trim()
}
