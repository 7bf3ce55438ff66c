/** Commands in the answers of integrations. */
import { describe, expect, test } from 'bun:test'
import { type Command, commandsOf, MOST_COMMANDS, readCommands } from '../../src/features/integrations/commands'
import { createRandom } from '../support/random'

const transfer = (queueId: number | null, userId: number | null = null): Command => ({
  do: 'transfer',
  queueId,
  userId,
})

describe('commands in a text', () => {
  test('reads a hash with JSON, also over several lines', () => {
    expect(readCommands('#{"queueId":2}')).toEqual([transfer(2)])
    expect(readCommands('#{"queueId":2,"userId":5}')).toEqual([transfer(2, 5)])
    expect(readCommands(' #{\n  "queueId": "2"\n}\n')).toEqual([transfer(2)])
    expect(readCommands('#{"stopBot":true}')).toEqual([{ do: 'stop' }])
    expect(readCommands('{"closeTicket":true}')).toEqual([{ do: 'close', text: '' }])
  })

  test('reads words after a hash, with queue and person as one transfer', () => {
    expect(readCommands('#queue=2')).toEqual([transfer(2)])
    expect(readCommands('#Queue=2 #user=5\n#TAG=3')).toEqual([transfer(2, 5), { do: 'tag', add: [3], remove: [] }])
    expect(readCommands('#user=5')).toEqual([transfer(null, 5)])
    expect(readCommands('#close')).toEqual([{ do: 'close', text: '' }])
  })

  test('leaves other texts to the contact', () => {
    for (const text of [
      ...['Olá', '', '#', '#promo', '# Menu inicial', '#queue=', '#queue=0', '#queue=x', '#queue=2 tudo bem?'],
      ...['{"preco": 10}', '#{quebrado}', '#{"queueId":-1}', '{"stopBot":false}', '[]', '#[1]', '#null'],
      '{"action":"fly"}',
    ])
      expect([text, readCommands(text)]).toEqual([text, undefined])
    expect(readCommands(`#{"queueId":2${' '.repeat(30_000)}}`)).toBeUndefined()
  })
})

describe('commands in JSON', () => {
  test('reads each action', () => {
    const of = (action: string, more: object = {}) => commandsOf({ action, ...more })
    expect(of('endSession')).toEqual([{ do: 'stop' }])
    expect(of('note', { message: { content: 'Quer o sofá' } })).toEqual([{ do: 'note', text: 'Quer o sofá' }])
    expect(of('wait', { seconds: 2 })).toEqual([{ do: 'wait', ms: 2000 }])
    expect(of('wait', { seconds: 9999 })).toEqual([{ do: 'wait', ms: 10_000 }])
    expect(of('wait', { seconds: 'x' })).toEqual([])
    expect(of('ping')).toEqual([])
    expect(of('addTag', { tagId: 9, advanceOnly: true })).toEqual([{ do: 'tag', add: [9], remove: [] }])
    expect(of('removeContactTag', { tagId: 9 })).toEqual([{ do: 'tag', add: [], remove: [9] }])
    expect(of('clearTags')).toEqual([{ do: 'clearTags' }])
    expect(of('updateTicket', { ticketData: { queueId: 2, userId: 4, annotation: 'Urgente' } })).toEqual([
      { do: 'note', text: 'Urgente' },
      transfer(2, 4),
    ])
    expect(of('updateTicket', { ticketData: { status: 'closed' } })).toEqual([{ do: 'close', text: '' }])
    expect(of('updateTicket', { ticketData: { status: 'pending' } })).toEqual([{ do: 'stop' }])
    expect(of('updateTicket')).toEqual([])
  })

  test('sends buttons as numbered lines, and files by their address', () => {
    const menuOptions = [{ text: 'Sofás' }, { text: 'Mesas' }, { text: 'Site', url: 'https://loja.example' }]
    expect(commandsOf({ action: 'menu', message: { type: 'text', content: 'Escolha' }, menuOptions })).toEqual([
      { do: 'say', text: 'Escolha\n\n*1.* Sofás\n*2.* Mesas\nSite: https://loja.example' },
    ])
    const message = { type: 'audio', mediaUrl: 'https://loja.example/oi.ogg' }
    expect(commandsOf({ message, queueId: 3 })).toEqual([
      { do: 'sendFile', file: { url: 'https://loja.example/oi.ogg' }, as: 'voice', caption: '' },
      transfer(3),
    ])
    expect(commandsOf({ message: { type: 'image', content: 'Oi', mediaUrl: 'javascript:alert(1)' } })).toEqual([
      { do: 'say', text: 'Oi' },
    ])
  })

  test('bounds what it reads', () => {
    expect(commandsOf(Array.from({ length: 500 }, () => ({ action: 'clearTags' })))?.length).toBe(MOST_COMMANDS)
    expect(commandsOf({ message: Array.from({ length: 500 }, () => 'oi') })?.length).toBe(MOST_COMMANDS)
  })

  test('never throws, whatever the JSON', () => {
    const { next, pick } = createRandom(7)
    const names = ['action', 'queueId', 'userId', 'message', 'menuOptions', 'ticketData', 'tagId', 'content', 'text']
    const anything = (depth: number): unknown => {
      const scalars = [null, true, 0, -1, 2, 1e300, '', 'wait', 'menu', 'note', 'updateTicket', '5', '__proto__', 'x']
      if (depth === 0 || next() < 0.4) return pick(scalars)
      if (next() < 0.3) return Array.from({ length: Math.floor(next() * 4) }, () => anything(depth - 1))
      return Object.fromEntries(Array.from({ length: 4 }, () => [pick(names), anything(depth - 1)]))
    }
    for (let at = 0; at < 5000; at++) {
      const commands = commandsOf(anything(4)) ?? []
      expect(commands.length).toBeLessThanOrEqual(MOST_COMMANDS)
      expect(JSON.stringify(commands).length).toBeLessThan(100_000)
    }
  })
})
