/** One simulated phone, as tests use it. */
import type { Command, CommandResult, MessageView, PhoneView } from './contract'

type Parts = {
  run(command: Command): Promise<CommandResult>
  view(number: string): PhoneView
  onChange(listener: () => void): () => void
}
type Rest<Name extends Command['do'], Known extends string> = Omit<Extract<Command, { do: Name }>, 'do' | Known>

export type Phone = {
  number: string
  view(): PhoneView
  /** Returns the number of the new device. */
  scan(qr: string): Promise<string>
  enterCode(code: string): Promise<string>
  /** Returns the message's id. */
  say(to: string, text: string, more?: Rest<'say', 'from' | 'to' | 'text'>): Promise<string>
  sendMedia(to: string, media: Rest<'sendMedia', 'from' | 'to'>): Promise<string>
  read(chat: string): Promise<void>
  type(to: string, on?: boolean): Promise<void>
  messages(chat: string): MessageView[]
  message(chat: string, id: string): MessageView | undefined
  /** Waits until `find` finds something on this phone. */
  until<Found>(find: (phone: PhoneView) => Found | undefined | false, withinMs?: number): Promise<Found>
  /** Waits for a message with this text. */
  gets(text: string, withinMs?: number): Promise<MessageView>
}

const PATIENCE_MS = 15_000

export function openPhone(simulator: Parts, number: string): Phone {
  const run = async (command: Command): Promise<string> => {
    const result = await simulator.run(command)
    if (!result.ok) throw new Error(result.message)
    return result.id ?? ''
  }
  const view = () => simulator.view(number)
  const messages = (chat: string) => view().chats.find(({ id }) => id === chat)?.messages ?? []

  const until: Phone['until'] = (find, withinMs = PATIENCE_MS) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = find(view())
        if (!found) return
        stop()
        resolve(found)
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`${number} waited ${withinMs} ms in vain for ${find}`))
      }, withinMs)
      const unsubscribe = simulator.onChange(look)
      const stop = () => {
        clearTimeout(timer)
        unsubscribe()
      }
      look()
    })

  return {
    number,
    view,
    messages,
    until,
    scan: (qr) => run({ do: 'scan', phone: number, qr }),
    enterCode: (code) => run({ do: 'enterCode', phone: number, code }),
    say: (to, text, more = {}) => run({ do: 'say', from: number, to, text, ...more }),
    sendMedia: (to, media) => run({ do: 'sendMedia', from: number, to, ...media }),
    read: async (chat) => void (await run({ do: 'readChat', phone: number, chat })),
    type: async (to, on = true) => void (await run({ do: 'typing', from: number, to, on })),
    message: (chat, id) => messages(chat).find((message) => message.id === id),
    gets: (text, withinMs) =>
      until(({ chats }) => {
        const all = chats.flatMap((chat) => chat.messages)
        return all.find((message) => !message.fromMe && message.text === text)
      }, withinMs),
  }
}
