/** A wish of the script in the words of a phone, and in those of our API. */
import type { Command } from '../../src/simulator/contract'
import { fileFor } from './files'
import type { Wish } from './script'

/** What the phones' books hold as a message; a call is told of, and is in none of them. */
export const isSaid = ({ do: what }: Wish): boolean => ['say', 'file', 'card', 'call'].includes(what)

type OnPhone = { readonly from: string; readonly to: string; readonly target: string | undefined } & Named
type Named = { readonly n: number; readonly seed: number }

export function commandFor(wish: Wish, { from, to, target = '', n, seed }: OnPhone): Command {
  switch (wish.do) {
    case 'say':
      return { do: 'say', from, to, text: wish.text, ...(target && { quotedId: target }) }
    case 'file': {
      const { bytes, name, mimetype } = fileFor(seed, n, wish.kind)
      const described =
        wish.kind === 'voice'
          ? { kind: 'audio' as const, ptt: true, seconds: 1 }
          : { kind: wish.kind, caption: wish.text }
      return { do: 'sendMedia', from, to, base64: bytes.toString('base64'), name, mimetype, ...described }
    }
    case 'card':
      return { do: 'sendLocation', from, to, latitude: -22.9, longitude: -43.2, name: wish.text }
    case 'react':
      return { do: 'react', from, chat: to, id: target, emoji: wish.emoji }
    case 'edit':
      return { do: 'edit', from, chat: to, id: target, text: wish.text }
    case 'revoke':
      return { do: 'revoke', from, chat: to, id: target }
    case 'read':
      return { do: 'readChat', phone: from, chat: to }
    case 'call':
      return { do: 'call', from, to, seconds: wish.seconds }
  }
}

type InHouse = { readonly ticketId: number; readonly target: number | undefined } & Named
type Request = [method: string, path: string, body?: object | FormData]

export const clientIdOf = (n: number) => `chaos-deed-${n}`

export function requestFor(wish: Wish, { ticketId, target, n, seed }: InHouse): Request {
  switch (wish.do) {
    case 'say':
    case 'card':
      return [
        'POST',
        `/messages/${ticketId}`,
        { body: wish.text, clientId: clientIdOf(n), ...(target && { quotedMsg: { id: target } }) },
      ]
    case 'file':
      return ['POST', `/messages/${ticketId}`, formFor(wish, { n, seed })]
    case 'react':
      return ['POST', '/messages/reactMessage', { messageId: target, ticketId, reaction: wish.emoji }]
    case 'edit':
      return ['POST', `/messages/edit/${target}?ticketId=${ticketId}`, { body: wish.text }]
    case 'revoke':
      return ['DELETE', `/messages/${target}`]
    case 'read':
    case 'call': // nobody of us calls anybody
      return ['GET', `/messages/${ticketId}`]
  }
}

function formFor(wish: Extract<Wish, { do: 'file' }>, { n, seed }: Named): FormData {
  const { bytes, name } = fileFor(seed, n, wish.kind)
  const form = new FormData()
  form.append('clientId', clientIdOf(n))
  if (wish.kind === 'voice') form.append('ptt', 'true')
  else form.append('body', wish.text)
  form.append('medias', new File([new Uint8Array(bytes)], name))
  return form
}
