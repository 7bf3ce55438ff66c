/** Signatures: who may sign, who does, and how it looks before the server has answered. */
import { describe, expect, test } from 'bun:test'
import { signing } from '../../../ui/features/desk/rules/settings'
import { asMessage, type Outgoing } from '../../../ui/features/messages/rules/outgoing'

const settings = (sendSignMessage: string, defaultSignature: string) => [
  { key: 'sendSignMessage', value: sendSignMessage },
  { key: 'defaultSignature', value: defaultSignature },
]

describe('signing', () => {
  test.each([
    ['disabled', 'enabled', true, false, false],
    ['enabled', 'disabled', null, true, false],
    ['enabled', 'enabled', null, true, true],
    ['enabled', 'disabled', true, true, true],
    ['enabled', 'enabled', false, true, false],
  ])('allowed: %p, usual: %p, chosen: %p', (allowed, usual, choice, isOffered, isOn) =>
    expect(signing(settings(allowed, usual), choice)).toEqual({ isOffered, isOn }),
  )

  test('is not offered before the settings are known', () =>
    expect(signing([], true)).toEqual({ isOffered: false, isOn: false }))
})

describe('a pending message', () => {
  const pending = (more: Partial<Outgoing>): Outgoing => ({
    clientId: 'a',
    ticketId: 7,
    body: 'oi',
    isNote: false,
    quoted: null,
    file: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    state: 'sending',
    reason: null,
    ...more,
  })
  const shown = (more: Partial<Outgoing>) => asMessage(pending(more), { id: 1, name: 'Ana' })

  test('looks as it will: the name above the text, and none above an empty one', () => {
    expect(shown({ signature: 'Ana' })).toMatchObject({ body: '*Ana:*\noi', extra: { signature: 'Ana' } })
    expect(shown({ signature: 'Ana', body: '' })).toMatchObject({ body: '', extra: null })
    expect(shown({ signature: null })).toMatchObject({ body: 'oi', extra: null })
  })

  test('keeps its mentions', () => {
    const extra = { mentions: [{ token: '1', name: 'Bia' }] }
    const carried = { kind: 'chat', fields: {}, extra } as const
    expect(shown({ signature: 'Ana', carried: { ...carried, extra: { ...extra } } }).extra).toEqual({
      ...extra,
      signature: 'Ana',
    })
  })
})
