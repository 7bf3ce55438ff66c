/** Converts an action of the plan to a command for a phone or a request to our API. */
import type { Command } from '../../src/simulator/contract'
import { fileFor } from './files'
import type { Action } from './plan'

/** Whether it has a message id on WhatsApp. */
export const isMessage = ({ do: what }: Action): boolean => ['say', 'file', 'location', 'call'].includes(what)

type OnPhone = { readonly from: string; readonly to: string; readonly target: string | undefined } & Named
type Named = { readonly n: number; readonly seed: number }

export function commandFor(action: Action, { from, to, target = '', n, seed }: OnPhone): Command {
  switch (action.do) {
    case 'say':
      return { do: 'say', from, to, text: action.text, ...(target && { quotedId: target }) }
    case 'file': {
      const { bytes, name, mimetype } = fileFor(seed, n, action.kind)
      const described =
        action.kind === 'voice'
          ? { kind: 'audio' as const, ptt: true, seconds: 1 }
          : { kind: action.kind, caption: action.text }
      return { do: 'sendMedia', from, to, base64: bytes.toString('base64'), name, mimetype, ...described }
    }
    case 'location':
      return { do: 'sendLocation', from, to, latitude: -22.9, longitude: -43.2, name: action.text }
    case 'react':
      return { do: 'react', from, chat: to, id: target, emoji: action.emoji }
    case 'edit':
      return { do: 'edit', from, chat: to, id: target, text: action.text }
    case 'revoke':
      return { do: 'revoke', from, chat: to, id: target }
    case 'read':
      return { do: 'readChat', phone: from, chat: to }
    case 'call':
      return { do: 'call', from, to, seconds: action.seconds }
  }
}

type OnScreen = { readonly ticketId: number; readonly target: number | undefined } & Named
type Request = [method: string, path: string, body?: object | FormData]

export const clientIdOf = (n: number) => `chaos-operation-${n}`

export function requestFor(action: Action, { ticketId, target, n, seed }: OnScreen): Request {
  switch (action.do) {
    case 'say':
    case 'location':
      return [
        'POST',
        `/messages/${ticketId}`,
        { body: action.text, clientId: clientIdOf(n), ...(target && { quotedMsg: { id: target } }) },
      ]
    case 'file':
      return ['POST', `/messages/${ticketId}`, formFor(action, { n, seed })]
    case 'react':
      return ['POST', '/messages/reactMessage', { messageId: target, ticketId, reaction: action.emoji }]
    case 'edit':
      return ['POST', `/messages/edit/${target}?ticketId=${ticketId}`, { body: action.text }]
    case 'revoke':
      return ['DELETE', `/messages/${target}`]
    case 'read':
    case 'call': // attendants make no calls
      return ['GET', `/messages/${ticketId}`]
  }
}

function formFor(action: Extract<Action, { do: 'file' }>, { n, seed }: Named): FormData {
  const { bytes, name } = fileFor(seed, n, action.kind)
  const form = new FormData()
  form.append('clientId', clientIdOf(n))
  if (action.kind === 'voice') form.append('ptt', 'true')
  else form.append('body', action.text)
  form.append('medias', new File([new Uint8Array(bytes)], name))
  return form
}
